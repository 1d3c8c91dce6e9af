/** Room in a WASM memory above its static data, handed out upwards and taken back all at once. */
import { CoreError } from './errors';

const PAGE = 65536;
/** Pages of a full 32-bit memory. */
const MAX_PAGES = 65536;

/**
 * Growing a memory detaches every view over it: reads give undefined and writes vanish without an error. So this class
 * hands out addresses, and a view is made anew at each use, after the last `take` of a call.
 */
export class Arena {
  private top: number;

  constructor(
    private readonly memory: WebAssembly.Memory,
    private readonly base: number,
  ) {
    this.top = base;
  }

  get byteLength(): number {
    return this.memory.buffer.byteLength;
  }

  /** Takes everything back. */
  reset(): void {
    this.top = this.base;
  }

  /** The address of that many bytes, aligned for doubles. Throws a CoreError of kind `memory`. */
  take(bytes: number): number {
    const at = Math.ceil(this.top / 8) * 8;
    this.top = at + bytes;
    const missing = Math.ceil(this.top / PAGE) - this.byteLength / PAGE;
    if (missing > 0) this.grow(missing);
    return at;
  }

  doubles(at: number, count: number): Float64Array {
    return new Float64Array(this.memory.buffer, at, count);
  }

  bytes(at: number, count: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, at, count);
  }

  u32(at: number): number {
    return new DataView(this.memory.buffer).getUint32(at, true);
  }

  i32(at: number): number {
    return new DataView(this.memory.buffer).getInt32(at, true);
  }

  f64(at: number): number {
    return new DataView(this.memory.buffer).getFloat64(at, true);
  }

  private grow(pages: number): void {
    const needed = this.byteLength / PAGE + pages;
    try {
      if (needed > MAX_PAGES) throw new RangeError('more than 4 GiB');
      this.memory.grow(pages);
    } catch {
      const mebibytes = Math.ceil((needed * PAGE) / 2 ** 20);
      throw new CoreError(
        'memory',
        `This run needs ${mebibytes} MiB of memory, more than this browser gives.`,
      );
    }
  }
}
