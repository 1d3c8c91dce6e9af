import type { ServerResponse } from 'node:http';

export interface ServeOptions {
  port?: number;
  /** Starts and ends with a slash; everything outside it is answered 404. */
  base?: string;
  /** May change each answer. */
  headers?: (response: ServerResponse, path: string) => void;
}

export function serve(
  folder: string,
  options?: ServeOptions,
): Promise<{ address: string; close: () => Promise<void> }>;
