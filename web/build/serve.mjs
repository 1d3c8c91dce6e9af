/**
 * Serves a folder of static files, as any host would: `node web/build/serve.mjs dist 8080 [/under/a/path/]`.
 * Tests import `serve` to put the site under a sub-path and to change answers (a wrong type, a policy).
 */
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import sirv from 'sirv';

/**
 * @param {string} folder
 * @param {{ port?: number, base?: string, headers?: (response: import('node:http').ServerResponse, path: string) => void }} [options]
 *   `base` starts and ends with a slash; everything outside it is answered 404. `headers` may change each answer.
 * @returns {Promise<{ address: string, close: () => Promise<void> }>}
 */
export async function serve(folder, { port = 0, base = '/', headers } = {}) {
  const files = sirv(folder, { dev: true, etag: true, setHeaders: headers });
  const server = createServer((request, response) => {
    const notFound = () => {
      response.statusCode = 404;
      response.setHeader('Content-Type', 'text/plain; charset=utf-8');
      response.end('Not found');
    };
    if (!request.url?.startsWith(base)) return notFound();
    request.url = request.url.slice(base.length - 1);
    files(request, response, notFound);
  });
  await new Promise((done, fail) =>
    server.once('error', fail).listen(port, '127.0.0.1', () => done(undefined)),
  );
  const at = server.address();
  if (at === null || typeof at === 'string') throw new Error('the server has no port');
  return {
    address: `http://127.0.0.1:${at.port}${base}`,
    close: () => new Promise((done) => server.close(() => done(undefined))),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder = 'dist', port = '8080', base = '/'] = process.argv.slice(2);
  try {
    const { address } = await serve(resolve(folder), { port: Number(port), base });
    console.log(`Workings is at ${address}   (stop with Ctrl-C)`);
  } catch (error) {
    console.error(
      error.code === 'EADDRINUSE' ? `Port ${port} is taken; choose another: make run PORT=8081` : error,
    );
    process.exit(1);
  }
}
