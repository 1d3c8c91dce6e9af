/**
 * WebKitGTK's MiniBrowser, over WebDriver, on a display of its own. The protocol reports neither console nor exceptions
 * (and MiniBrowser prints none in a session that is not stored); the recorder in the page does.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { program, selectField, type Engine, type Key } from './engine';
import { WebDriver } from './webdriver';

const CODES: Record<Key, string> = { ArrowLeft: '\uE012', ArrowRight: '\uE014', Enter: '\uE007' };

const PATIENCE_MS = 20_000;

export async function startWebKit(): Promise<Engine> {
  const driverPath = program(['WebKitWebDriver'], 'WORKINGS_WEBKIT');
  const binary = findMiniBrowser();
  const home = mkdtempSync(join(tmpdir(), 'workings-webkit-'));
  const running: ChildProcess[] = [];
  const kill = () => running.forEach((child) => child.kill());
  process.once('exit', kill);
  const stop = async () => {
    kill();
    await Promise.all(running.filter(({ pid }) => pid).map((child) => ended(child).catch(() => undefined)));
    process.off('exit', kill);
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const x = spawn(program(['Xvfb']), XVFB, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    running.push(x);
    const display = await inTime(x, firstLine(x.stdio[3] as Readable));
    const port = await freePort();
    const driver = spawn(driverPath, [`--port=${port}`], {
      stdio: 'ignore',
      env: {
        ...process.env,
        HOME: home,
        XDG_RUNTIME_DIR: home,
        DISPLAY: `:${display}`,
        GDK_BACKEND: 'x11',
        NO_AT_BRIDGE: '1',
        // Its sandbox needs namespaces that containers and chroots refuse; only our own pages are opened.
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      },
    });
    running.push(driver);
    const opening = WebDriver.open(
      `http://127.0.0.1:${port}`,
      {
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary, args: ['--automation'] },
      },
      PATIENCE_MS,
    );
    const session = await inTime(driver, opening);
    await session.resize(1280, 900);
    return {
      open: async (url) => void (await session.goTo(url)),
      evaluate: (expression) => session.evaluate(expression),
      type: async (selector, text) => {
        await session.evaluate(selectField(selector));
        await session.keys([...text].map((char) => (char === '\n' ? CODES.Enter : char)));
      },
      press: async (selector, key) => {
        await session.evaluate(selectField(selector));
        await session.keys([CODES[key]]);
      },
      setFile: (selector, path) => session.send(selector, path),
      errors: () => [],
      screenshot: () => session.screenshot(),
      close: () => session.close().finally(stop),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The server chooses a free display and writes its number to descriptor 3 once it listens. */
const XVFB = ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'];

const firstLine = (stream: Readable): Promise<string> =>
  new Promise((done) => stream.once('data', (data) => done(String(data).trim())));

/** What a program is asked for, unless it ends before or takes too long. */
function inTime<T>(child: ChildProcess, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_done, fail) => {
    timer = setTimeout(
      () => fail(new Error(`${child.spawnfile} did not answer in ${PATIENCE_MS / 1000} s.`)),
      PATIENCE_MS,
    );
  });
  return Promise.race([answer, late, ended(child)]).finally(() => clearTimeout(timer));
}

/** Rejects when a program ends, or has. */
function ended(child: ChildProcess): Promise<never> {
  return new Promise((_done, fail) => {
    const tell = () => fail(new Error(`${child.spawnfile} ended (${child.exitCode ?? child.signalCode}).`));
    if (child.exitCode !== null || child.signalCode !== null) return tell();
    child.once('error', fail);
    child.once('exit', tell);
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** MiniBrowser stands in a folder of the library's, whose name carries the API's version. */
function findMiniBrowser(): string {
  const roots = ['/usr/lib', '/usr/lib64', '/usr/libexec', '/usr/local/libexec'].filter((root) =>
    existsSync(root),
  );
  const inside = (folder: string, name: RegExp): string[] =>
    readdirSync(folder)
      .filter((entry) => name.test(entry))
      .sort()
      .map((entry) => join(folder, entry));
  const folders = [...roots, ...roots.flatMap((root) => inside(root, /-linux-gnu/))];
  const found = folders
    .flatMap((folder) => inside(folder, /^webkit2?gtk-\d/))
    .map((folder) => join(folder, 'MiniBrowser'))
    .filter((path) => existsSync(path));
  const last = found.at(-1);
  if (!last) throw new Error('There is no MiniBrowser in a webkit2gtk folder of /usr/lib or /usr/libexec.');
  return last;
}
