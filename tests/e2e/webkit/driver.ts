import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually, freePort } from '#tests/support/waiting.ts';

/** The key under which the protocol puts an element's id. https://www.w3.org/TR/webdriver2/#elements */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const USER_AGENT =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const START_TIMEOUT_MS = 60_000;

/** WebKitWebDriver on a virtual display. */
export interface Driver {
  url: string;
  /** Where the browser saves downloads. */
  downloads: string;
  stop(): Promise<void>;
}

export async function startDriver(): Promise<Driver> {
  const folder = await mkdtemp(join(tmpdir(), 'nutmeg-webkit-'));
  const downloads = join(folder, 'downloads');
  await mkdir(downloads);
  const processes: ChildProcess[] = [];
  const stop = async () => {
    for (const child of processes.reverse()) await end(child);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const display = await startDisplay(processes);
    const port = await freePort();
    const child = spawn('/usr/bin/WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
      stdio: 'ignore',
      env: {
        ...process.env,
        DISPLAY: display,
        DOWNLOADS: downloads,
        GDK_BACKEND: 'x11',
        GDK_SCALE: '2',
        HOME: folder,
        LIBGL_ALWAYS_SOFTWARE: '1',
        NO_AT_BRIDGE: '1',
        TZ: 'America/New_York',
        USER_AGENT,
        // WebKit can't start its sandbox as root.
        ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
        XDG_RUNTIME_DIR: folder,
      },
    });
    processes.push(child);
    const url = `http://127.0.0.1:${port}`;
    const isReady = () =>
      fetch(`${url}/status`).then(
        (response) => response.ok,
        () => false,
      );
    await eventually(isReady, START_TIMEOUT_MS);
    return { url, downloads, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts an X server on a display that is free. */
async function startDisplay(processes: ChildProcess[]): Promise<string> {
  const child = spawn(
    '/usr/bin/Xvfb',
    ['-displayfd', '3', '-screen', '0', '1000x1900x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  processes.push(child);
  const output = child.stdio[3];
  if (!output) throw new Error('Xvfb has no pipe for its display');
  const [number] = await once(output, 'data');
  return `:${String(number).trim()}`;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** An answer of the driver that is not a success, such as "no such element". */
export class DriverError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

export interface Element {
  [ELEMENT]: string;
}

/** A browser window, by the W3C WebDriver protocol. */
export class Session {
  readonly #url: string;

  private constructor(url: string) {
    this.#url = url;
  }

  static async open(driver: Driver): Promise<Session> {
    const binary = fileURLToPath(new URL('phone-host.py', import.meta.url));
    const { sessionId } = await request<{ sessionId: string }>('POST', `${driver.url}/session`, {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: [] } } },
    });
    return new Session(`${driver.url}/session/${sessionId}`);
  }

  async close(): Promise<void> {
    try {
      await request('DELETE', this.#url);
    } catch (error) {
      // The window is often gone before the driver answers.
      if (!(error instanceof DriverError && error.code === 'no such window')) throw error;
    }
  }

  /**
   * Opens a page. The driver may answer while the page before it is still there. An address that differs only in its
   * fragment stays in the same document.
   */
  async goto(url: string): Promise<void> {
    const [page, fragment] = url.split('#');
    const isSameDocument = fragment !== undefined && page === (await this.url()).split('#')[0];
    await this.run(`window.isLeft = ${!isSameDocument}`);
    await this.#send('POST', '/url', { url });
    await eventually(() => this.run<boolean>('return !window.isLeft && document.readyState === "complete"'));
  }

  url(): Promise<string> {
    return this.#send('GET', '/url');
  }

  async reload(): Promise<void> {
    await this.#send('POST', '/refresh', {});
  }

  /** The first element of an XPath. */
  find(xpath: string): Promise<Element> {
    return this.#send('POST', '/element', { using: 'xpath', value: xpath });
  }

  isDisplayed(element: Element): Promise<boolean> {
    return this.#send('GET', `/element/${element[ELEMENT]}/displayed`);
  }

  isEnabled(element: Element): Promise<boolean> {
    return this.#send('GET', `/element/${element[ELEMENT]}/enabled`);
  }

  async click(element: Element): Promise<void> {
    await this.#send('POST', `/element/${element[ELEMENT]}/click`, {});
  }

  /** Types text; into a file input, paths joined by a line feed. */
  async type(element: Element, text: string): Promise<void> {
    await this.#send('POST', `/element/${element[ELEMENT]}/value`, { text });
  }

  text(element: Element): Promise<string> {
    return this.#send('GET', `/element/${element[ELEMENT]}/text`);
  }

  property<T>(element: Element, name: string): Promise<T> {
    return this.#send('GET', `/element/${element[ELEMENT]}/property/${name}`);
  }

  /** Puts the element in the middle of the window, where no sticky bar covers it. */
  async center(element: Element): Promise<void> {
    await this.run('arguments[0].scrollIntoView({ block: "center", behavior: "instant" })', element);
  }

  /** Runs the body of a function in the page; a promise is awaited. */
  run<T>(script: string, ...args: unknown[]): Promise<T> {
    return this.#send('POST', '/execute/sync', { script, args });
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from(await this.#send<string>('GET', '/screenshot'), 'base64');
  }

  #send<T>(method: string, path: string, body?: unknown): Promise<T> {
    return request(method, this.#url + path, body);
  }
}

async function request<T>(method: string, url: string, body?: unknown): Promise<T> {
  const response = await fetch(url, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: T & { error: string; message: string } };
  if (!response.ok) throw new DriverError(value.error, value.message);
  return value;
}
