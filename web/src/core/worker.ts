/** The worker's entry: nothing but the host. */
import { serve } from './host';
import type { Port } from './protocol';

// TypeScript takes `self` for a window here; a worker's own postMessage has the port's signature.
serve(self as unknown as Port);
