/** The three ways a call to the core can fail, each its own class so that callers need no string matching. */
import type { Refusal } from './types';

/**
 * Why there is no core, or no longer one:
 * - `load`        the file did not arrive
 * - `refused`     the browser or the page's policy does not allow WebAssembly
 * - `instantiate` the file is not a core
 * - `hash`        it is the core of another build
 * - `selfcheck`   it computes wrongly on this machine
 * - `trap`        it stopped in the middle of a call; the instance is unusable
 * - `memory`      the browser would not give it the memory it asked for
 */
export type CoreErrorKind = 'load' | 'refused' | 'instantiate' | 'hash' | 'selfcheck' | 'trap' | 'memory';

/** Nothing the reader typed is at fault; the message is fit to be shown. */
export class CoreError extends Error {
  constructor(
    readonly kind: CoreErrorKind,
    message: string,
  ) {
    super(message);
    this.name = 'CoreError';
  }
}

/** The input was refused; `refusalText` (message.ts) puts it into words. */
export class RefusalError extends Error {
  constructor(readonly refusal: Refusal) {
    super(`refused: ${refusal.status} ${refusal.reason}`);
    this.name = 'RefusalError';
  }
}

/** The call was superseded by a newer one or cancelled. Never worth a message. */
export class AbortError extends Error {
  constructor() {
    super('aborted');
    this.name = 'AbortError';
  }
}
