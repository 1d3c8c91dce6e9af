/** From files on disk to the compiled content. */
import { loadCompute } from './compute';
import { openLibrary } from './content/library';
import { compileSite, type Site } from './content/site';
import { REGISTRY, WASM } from './paths';
import { readModels } from './models';

/** Compiles a content folder with the registry and the core of this build. Problems are in `site.library.problems`. */
export async function openSite(content: string): Promise<Site> {
  const models = readModels(REGISTRY);
  return compileSite(openLibrary(content, models, await loadCompute(WASM, models)));
}
