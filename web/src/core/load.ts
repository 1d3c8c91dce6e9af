/** Fetches and compiles the core once per page; every instance, here or in a worker, is made from the module. */
import { CoreError } from './errors';

/**
 * Compiles the core from its address, or from its bytes where they stand in the page (embeds).
 * `fresh` goes around every cache: an old core met a new page. Throws a CoreError of kind `load`, `refused` or
 * `instantiate`.
 */
export async function loadModule(
  source: string | URL | BufferSource,
  fresh = false,
): Promise<WebAssembly.Module> {
  if (typeof WebAssembly === 'undefined') throw refused();
  const response = typeof source === 'string' || source instanceof URL ? await request(source, fresh) : null;
  try {
    if (response === null) return await WebAssembly.compile(source as BufferSource);
    // Streaming insists on exactly this type; many hosts and some caches serve another, or none.
    const isTyped = response.headers.get('content-type') === 'application/wasm';
    if (isTyped && 'compileStreaming' in WebAssembly) return await WebAssembly.compileStreaming(response);
    return await WebAssembly.compile(await response.arrayBuffer());
  } catch (error) {
    throw compileError(error);
  }
}

/** Why compiling or instantiating failed, as far as a browser tells. */
export function compileError(error: unknown): CoreError {
  if (error instanceof CoreError) return error;
  const message = error instanceof Error ? error.message : String(error);
  // Chrome and Firefox name the policy in a CompileError; Safari throws an EvalError.
  const isPolicy = error instanceof EvalError || /unsafe-eval|content security|\bCSP\b/i.test(message);
  if (isPolicy) return refused();
  if (error instanceof WebAssembly.CompileError || error instanceof WebAssembly.LinkError) {
    return new CoreError('instantiate', `The computing core is damaged (${message}).`);
  }
  return new CoreError('load', `The computing core could not be loaded (${message}).`);
}

function refused(): CoreError {
  return new CoreError(
    'refused',
    'This browser or this page does not allow WebAssembly, so nothing can be computed here. The text and the numbers already on the page stay right.',
  );
}

async function request(url: string | URL, fresh: boolean): Promise<Response> {
  try {
    const response = await fetch(url, { cache: fresh ? 'reload' : 'default' });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return response;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new CoreError('load', `The computing core could not be loaded (${message}).`);
  }
}
