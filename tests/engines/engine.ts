/** What the smoke test asks of a browser, whatever protocol drives it. One page is open at a time. */
import { existsSync } from 'node:fs';

/** Keys that are not characters, by the name that `KeyboardEvent.key` has for them. */
export type Key = 'ArrowLeft' | 'ArrowRight' | 'Enter';

export interface Engine {
  /** Goes to a page and waits until it is loaded. */
  open(url: string): Promise<void>;
  /** The value of an expression, as JSON; a promise is waited for. */
  evaluate<T>(expression: string): Promise<T>;
  /** Replaces what a field holds, key by key; a line's end is the Enter key. */
  type(selector: string, text: string): Promise<void>;
  press(selector: string, key: Key): Promise<void>;
  /** Chooses a file of this machine at a file input. */
  setFile(selector: string, path: string): Promise<void>;
  /** Errors of console, scripts and requests that the protocol reported since the last call; none where it cannot. */
  errors(): string[];
  /** The window as PNG. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

export interface Kind {
  name: string;
  start(): Promise<Engine>;
}

/** An expression that gives a field the focus and selects what it holds. */
export const selectField = (selector: string): string =>
  `(() => { const field = document.querySelector(${JSON.stringify(selector)}); field.focus(); field.select?.(); })()`;

/**
 * A program by the environment's word (a variable that names it) or on PATH. Snaps are passed over: their confinement does not let them be driven.
 */
export function program(names: string[], variable?: string): string {
  const named = variable && process.env[variable];
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`${variable} names ${named}, which does not exist.`);
  }
  for (const name of names)
    for (const folder of (process.env.PATH ?? '').split(':'))
      if (!folder.startsWith('/snap/') && existsSync(`${folder}/${name}`)) return `${folder}/${name}`;
  const hint = variable ? `; name one in ${variable}` : '';
  throw new Error(`There is no ${names.join(' or ')} on PATH${hint}.`);
}
