/** A session of plain WebDriver (https://www.w3.org/TR/webdriver2/), as much of it as the smoke test uses. */

interface Failure {
  error: string;
  message: string;
}

/** The name under which an element's reference travels. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

export class WebDriver {
  private constructor(
    private readonly address: string,
    private readonly session: string,
  ) {}

  /** Waits until a driver listens, and asks it for a session. */
  static async open(
    address: string,
    alwaysMatch: Record<string, unknown>,
    patience: number,
  ): Promise<WebDriver> {
    const listens = () =>
      ask('GET', `${address}/status`).then(
        () => true,
        () => false,
      );
    for (const end = Date.now() + patience; !(await listens());) {
      if (Date.now() > end) throw new Error(`WebDriver: nothing listens at ${address}.`);
      await new Promise((done) => setTimeout(done, 50));
    }
    const { sessionId } = (await ask('POST', `${address}/session`, { capabilities: { alwaysMatch } })) as {
      sessionId: string;
    };
    return new WebDriver(address, sessionId);
  }

  goTo(url: string): Promise<unknown> {
    return this.post('url', { url });
  }

  /** The value of an expression; a promise is waited for. */
  evaluate<T>(expression: string): Promise<T> {
    return this.post('execute/sync', { script: `return ${expression}`, args: [] }) as Promise<T>;
  }

  /** Keys, one after the other, to whatever has the focus; those without a character by their code. */
  async keys(keys: string[]): Promise<void> {
    const actions = keys.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.post('actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  /** Text to an element; to a file input, the path of a file. */
  async send(selector: string, text: string): Promise<void> {
    const found = (await this.post('element', { using: 'css selector', value: selector })) as {
      [ELEMENT]: string;
    };
    await this.post(`element/${found[ELEMENT]}/value`, { text });
  }

  async resize(width: number, height: number): Promise<void> {
    await this.post('window/rect', { x: 0, y: 0, width, height });
  }

  async screenshot(): Promise<Buffer> {
    const png = await ask('GET', `${this.address}/session/${this.session}/screenshot`);
    return Buffer.from(png as string, 'base64');
  }

  async close(): Promise<void> {
    await ask('DELETE', `${this.address}/session/${this.session}`);
  }

  private post(command: string, body: unknown): Promise<unknown> {
    return ask('POST', `${this.address}/session/${this.session}/${command}`, body);
  }
}

async function ask(method: string, url: string, body?: unknown): Promise<unknown> {
  const response = await fetch(url, { method, body: body === undefined ? undefined : JSON.stringify(body) });
  const { value } = (await response.json()) as { value: unknown };
  if (response.ok) return value;
  const { error, message } = value as Failure;
  throw new Error(`WebDriver: ${error}: ${message}`);
}
