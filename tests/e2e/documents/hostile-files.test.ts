import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page, Request } from '@playwright/test';
import { accountOf, row, sha256, type TestFile } from '../support/documents.ts';
import { uploadUnchecked } from '../support/office-api.ts';
import { confirmedPerson, logIn, type Person } from '../support/people.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { hostileFiles, MARK } from './hostile-file-samples.ts';

/** The browser logs everything that it blocked, which is the purpose of this test. */
const refusals = [/[\s\S]/];

/** An unprotected server, which sends each file with the type it claims. Scripts also report to it. */
const careless = {
  hits: [] as string[],
  files: new Map<string, TestFile>(),
  server: createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '').split('?', 1)[0] ?? '');
    if (path.includes(MARK)) careless.hits.push(request.url ?? '');
    const file = careless.files.get(path.slice(1));
    if (!file) return response.writeHead(path === '/' ? 200 : 404, { 'content-type': 'text/html' }).end('');
    response.writeHead(200, { 'content-type': file.mimeType }).end(file.buffer);
    return response;
  }),
  get url() {
    return `http://localhost:${(careless.server.address() as AddressInfo).port}`;
  },
};

let person: Person;
let files: TestFile[];
/** Uploads the samples with the office's key, which skips content checks. */
let links: Map<string, string>;

test.beforeAll(async () => {
  await new Promise<void>((resolve) => careless.server.listen(0, '127.0.0.1', resolve));
  files = hostileFiles(careless.url);
  careless.files = new Map(files.map((file) => [file.name, file]));
  person = await confirmedPerson('Rosa');
  const { id, api } = await accountOf(person);
  await uploadUnchecked(id, files);
  const { data, error } = await api.storage.from('user-documents').createSignedUrls(
    files.map(({ name }) => `${id}/${name}`),
    600,
  );
  if (error) throw error;
  links = new Map(files.map(({ name }, i) => [name, data[i]?.signedUrl ?? '']));
});
test.afterAll(() => new Promise((resolve) => careless.server.close(resolve)));

/** Collects every trace of a script that ran. */
function watch(context: BrowserContext): { traces(page: Page): Promise<string[]> } {
  const seen: string[] = [];
  const before = careless.hits.length;
  context.on('request', (request) => {
    if (request.url().includes(MARK)) seen.push(`asked for ${request.url()}`);
  });
  context.on('dialog', (dialog) => {
    seen.push(`said ${dialog.message()}`);
    dialog.dismiss().catch(() => undefined);
  });
  return {
    async traces(page) {
      const left = await page.evaluate((mark) => [localStorage.getItem(mark), document.title], MARK);
      if (left[0]) seen.push(`stored by ${left[0]}`);
      if (left[1] === MARK) seen.push('changed the title');
      return [...seen, ...careless.hits.slice(before).map((hit) => `called ${hit}`)];
    },
  };
}

/** Service workers that are not the site's own. */
function strangeWorkers(context: BrowserContext): string[] {
  return context
    .serviceWorkers()
    .map((worker) => new URL(worker.url()).pathname)
    .filter((path) => path !== '/sw.js');
}

/** Opens a URL. A download leaves the tab on its previous page. */
async function visit(tab: Page, url: string): Promise<'shown' | 'saved'> {
  return tab.goto(url, { waitUntil: 'load' }).then(
    () => 'shown' as const,
    (error: unknown) => {
      if (/Download is starting|ERR_ABORTED/.test(String(error))) return 'saved' as const;
      throw error;
    },
  );
}

test('the sample files do run on an unprotected server', { tag: '@details-client' }, async ({
  openBrowser,
}) => {
  const { page, context } = await openBrowser({ serviceWorker: true, expectedErrors: refusals });
  const caught: string[] = [];
  // The browser's viewer protects PDFs in a tab, but not in a frame (see below).
  for (const { name } of files.filter((file) => !file.name.endsWith('.pdf'))) {
    const { traces } = watch(context);
    const tab = await context.newPage();
    await visit(tab, `${careless.url}/${encodeURIComponent(name)}`);
    await visit(page, careless.url);
    if ((await traces(page)).length > 0) caught.push(name.slice(0, 2));
    await page.evaluate(() => localStorage.clear());
    await tab.close();
  }
  expect(caught).toEqual(expect.arrayContaining(['01', '02', '06', '07', '17', '20']));
  await visit(page, careless.url);
  const { traces } = watch(context);
  await page.evaluate(async (address) => {
    for (const name of ['10 script.js', '15 gif and script.js']) {
      const element = document.createElement('script');
      element.src = `${address}/${encodeURIComponent(name)}`;
      const loaded = new Promise((resolve) => element.addEventListener('load', resolve));
      document.head.append(element);
      await loaded;
    }
  }, careless.url);
  expect((await traces(page)).length).toBeGreaterThan(1);
});

test('no sample runs when its signed link is opened in a tab', { tag: '@details-client' }, async ({
  openBrowser,
}) => {
  const { page, context } = await openBrowser({ serviceWorker: true, expectedErrors: refusals });
  await page.goto('/fees');
  const { traces } = watch(context);
  const outcomes = new Map<string, string>();
  for (const [name, link] of links) {
    const tab = await context.newPage();
    outcomes.set(name.slice(0, 2), await visit(tab, link));
    await expect(tab).not.toHaveTitle(MARK);
    await tab.close();
  }
  await page.evaluate(() => fetch('/healthz'));
  expect(await traces(page)).toEqual([]);
  expect(strangeWorkers(context)).toEqual([]);
  // Anything that could render as a page is downloaded, whatever type it claims.
  for (const saved of [
    '01',
    '02',
    '04',
    '06',
    '07',
    '09',
    '10',
    '11',
    '13',
    '15',
    '17',
    '18',
    '19',
    '20',
    '21',
    '23',
    '25',
  ]) {
    expect([saved, outcomes.get(saved)]).toEqual([saved, 'saved']);
  }
});

/** The number of frames whose response was shown or downloaded. */
function framesAnswered(page: Page): () => number {
  let count = 0;
  const note = (request: Request) => {
    if (request.isNavigationRequest() && request.url().includes('/object/sign/')) count += 1;
  };
  page.on('requestfinished', note);
  page.on('requestfailed', note);
  return () => count;
}

/** Tries to run each sample in a page of this origin, as an injected tag would. */
async function embedAll(page: Page): Promise<string[]> {
  return page.evaluate(
    async (addresses) => {
      const worked: string[] = [];
      const settled = (element: HTMLElement, name: string, how: string) =>
        new Promise<void>((resolve) => {
          element.addEventListener('error', () => resolve());
          element.addEventListener('load', () => {
            worked.push(`${how} ${name}`);
            resolve();
          });
          document.body.append(element);
        });
      const tries = async (how: string, name: string, attempt: () => Promise<unknown>) => {
        await attempt().then(
          () => worked.push(`${how} ${name}`),
          () => undefined,
        );
      };
      for (const [name, address] of addresses) {
        for (const type of ['', 'module']) {
          const script = document.createElement('script');
          script.type = type;
          script.src = address;
          await settled(script, name, `script ${type}`);
        }
        const style = document.createElement('link');
        style.rel = 'stylesheet';
        style.href = address;
        await settled(style, name, 'style');
        for (const type of ['classic', 'module'] as const) {
          await tries(`worker ${type}`, name, async () => {
            const worker = new Worker(address, { type });
            await new Promise((resolve, reject) => {
              worker.onerror = reject;
              worker.onmessage = resolve;
            });
          });
          await tries(`service worker ${type}`, name, () =>
            navigator.serviceWorker.register(address, { type }),
          );
        }
        // Frames stay in the page, so that scripts would have time to run.
        for (const tag of ['iframe', 'object', 'embed'] as const) {
          const frame = document.createElement(tag);
          frame.setAttribute(tag === 'object' ? 'data' : 'src', address);
          document.body.append(frame);
        }
        const image = document.createElement('img');
        image.src = address;
        document.body.append(image);
      }
      return worked;
    },
    [...links],
  );
}

test('no sample runs when a page of our origin embeds it', { tag: '@details-client' }, async ({
  openBrowser,
}) => {
  const { page, context } = await openBrowser({ serviceWorker: true, expectedErrors: refusals });
  await logIn(page, person);
  const { traces } = watch(context);
  const answered = framesAnswered(page);
  expect(await embedAll(page)).toEqual([]);
  await expect.poll(answered, { timeout: 30_000 }).toBeGreaterThanOrEqual(files.length);
  await page.evaluate(() => fetch('/healthz'));
  expect(await traces(page)).toEqual([]);
  expect(strangeWorkers(context)).toEqual([]);
});

test('no sample runs in a page without a policy, because of the file headers alone', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const { page, context } = await openBrowser({ serviceWorker: true, expectedErrors: refusals });
  await page.route('**/bare', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><body>' }),
  );
  await page.goto('/bare');
  const { traces } = watch(context);
  const answered = framesAnswered(page);
  expect(await embedAll(page)).toEqual([]);
  await expect.poll(answered, { timeout: 30_000 }).toBeGreaterThanOrEqual(files.length);
  await page.evaluate(() => fetch('/healthz'));
  expect(await traces(page)).toEqual([]);
  expect(strangeWorkers(context)).toEqual([]);
});

test('the preview shows each sample or says why not, and runs none', { tag: '@details-client' }, async ({
  openBrowser,
}) => {
  const { page, context } = await openBrowser({ serviceWorker: true, expectedErrors: refusals });
  await signIn(page, person);
  await page.goto('/secured-files?bypass=true');
  const [first] = files;
  const { traces } = watch(context);
  await row(page, first?.name ?? '').click();
  const dialog = page.getByRole('dialog');
  const outcome = dialog
    .getByRole('img')
    .or(dialog.getByRole('alert'))
    .or(dialog.getByRole('region', { name: 'Page 1', exact: true }).locator('canvas'))
    .or(dialog.locator('pre'));
  const shown: string[] = [];
  for (const { name } of files) {
    await expect(dialog.getByRole('heading', { name, exact: true })).toBeVisible();
    await expect(outcome.first()).toBeVisible();
    if ((await dialog.getByRole('alert').count()) === 0) shown.push(name.slice(0, 2));
    if (name === '18 scripts.pdf') await clickThrough(page);
    await page.keyboard.press('ArrowRight');
  }
  expect(shown).toEqual(expect.arrayContaining(['05', '07', '12', '18', '19', '20']));
  expect(shown).not.toContain('01');
  await page.evaluate(() => fetch('/healthz'));
  expect(await traces(page)).toEqual([]);
  expect(context.pages()).toHaveLength(1);
  expect(new URL(page.url()).pathname).toBe('/secured-files');
});

/** A PDF page covered by a button and a link; neither may do anything. */
async function clickThrough(page: Page): Promise<void> {
  const canvas = page.getByRole('region', { name: 'Page 1', exact: true });
  await canvas.click({ position: { x: 100, y: 100 } });
  await canvas.click({ position: { x: 200, y: 200 } });
}

test('a zip with path traversal is stored unchanged and never unpacked', {
  tag: '@details-client',
}, async () => {
  const zip = files.at(-1);
  const answer = await fetch(links.get(zip?.name ?? '') ?? '');
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment;/);
  expect(sha256(Buffer.from(await answer.arrayBuffer()))).toBe(sha256(zip?.buffer ?? Buffer.alloc(0)));
});
