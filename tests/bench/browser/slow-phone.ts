import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import business from '#business' with { type: 'json' };
import { yearIn } from '#domain/office-time/office-day.ts';
import { newClientForm } from '#tests/support/forms/tax-forms.ts';
import { PASSWORD, type Person } from '#tests/support/people.ts';
import { root } from '#tests/support/server/server-process.ts';
import { DOCUMENTS, percentile, withPortal } from '../bench-portal.ts';

/** A slow phone on a slow network: 50 KB a second, 400 ms to each answer, a processor four times slower. */
const BYTES_PER_SECOND = 50_000;
const LATENCY_MS = 400;
const SLOWDOWN = 4;
const ROUNDS = 3;
const DOCUMENT = 'W-2 Acme 2025.pdf';
const TIMEOUT_MS = 120_000;

interface Visit {
  name: string;
  /** Opens the page, and returns when it is usable. The time begins at `begin`. */
  run(page: Page, begin: () => void): Promise<void>;
  /** Who is signed in before the visit. */
  person?: Person;
  /** The visit is repeated in the same browser: its files are in the cache. */
  isWarm?: boolean;
}

/** Prints how long a person waits, and how many bytes of script come until then. SLOW_PHONE_SITE is another build. */
export async function slowPhone(): Promise<void> {
  await withPortal(
    async (portal) => {
      const client = await portal.person();
      const staff = await portal.person({ role: 'admin' });
      await seed(client);
      const browser = await chromium.launch({
        executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium-headless-shell',
        args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
      });
      try {
        process.stdout.write(`${'slow phone'.padEnd(34)}${'median'.padStart(9)}  all; script\n`);
        for (const visit of visits(client, staff)) await measure(browser, portal.server.url, visit);
      } finally {
        await browser.close();
      }
    },
    { siteFolder: process.env.SLOW_PHONE_SITE || (await builtSite()), captcha: 'embedded' },
  );
}

function visits(client: Person, staff: Person): Visit[] {
  const open = (path: string, usable: (page: Page) => Promise<unknown>): Visit['run'] => {
    return async (page, begin) => {
      begin();
      await page.goto(path, { waitUntil: 'commit' });
      await usable(page);
    };
  };
  const login = (page: Page) => page.locator('form button[type=submit]:enabled').waitFor();
  const account = (page: Page) => page.locator('main a[href*="/secured-files"]').first().waitFor();
  const list = (page: Page) => page.getByRole('row', { name: DOCUMENT }).waitFor();
  const clients = (page: Page) => page.getByText(client.email).first().waitFor();
  const footer = (page: Page) => page.locator('footer').first().waitFor();
  const pages: Visit[] = ['', '/es'].flatMap((language) => [
    { name: language || '/', run: open(language || '/', footer) },
    { name: `${language}/login usable`, run: open(`${language}/login`, login) },
    { name: `${language}/account`, run: open(`${language}/account`, account), person: client },
    { name: `${language}/secured-files`, run: open(`${language}/secured-files`, list), person: client },
    { name: `${language}/manage`, run: open(`${language}/manage`, clients), person: staff },
  ]);
  return [
    ...pages,
    ...pages.map((visit) => ({ ...visit, name: `${visit.name}, again`, isWarm: true })),
    {
      name: 'from "Log in" to the list of files',
      async run(page, begin) {
        await page.goto('/secured-files', { waitUntil: 'commit' });
        await login(page);
        await page.locator('[name=email]').pressSequentially(client.email, { delay: KEY_MS });
        await page.locator('[name=password]').pressSequentially(PASSWORD, { delay: KEY_MS });
        begin();
        await page.locator('form button[type=submit]').click();
        await list(page);
      },
    },
  ];
}
/** How fast a person types. */
const KEY_MS = 100;

async function measure(browser: Browser, url: string, visit: Visit): Promise<void> {
  const times: number[] = [];
  let script = '';
  for (let round = 0; round < ROUNDS; round++) {
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    });
    context.setDefaultTimeout(TIMEOUT_MS);
    try {
      if (visit.person) await storeSession(context, visit.person);
      if (visit.isWarm) await once(context, visit);
      const { ms, scripts } = await once(context, visit);
      times.push(ms);
      script = scripts;
    } finally {
      await context.close();
    }
  }
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  process.stdout.write(
    `${visit.name.padEnd(34)}${seconds(percentile(times, 0.5)).padStart(9)}  ${times.map(seconds).join(', ')}; ${script}\n`,
  );
}

async function once(context: BrowserContext, visit: Visit): Promise<{ ms: number; scripts: string }> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  let [files, bytes, began] = [0, 0, 0];
  session.on('Network.responseReceived', ({ type, response }) => {
    if (type !== 'Script' || response.fromDiskCache) return;
    files += 1;
    bytes += Number(response.headers['content-length'] ?? response.headers['Content-Length'] ?? 0);
  });
  await visit.run(page, () => {
    began = performance.now();
  });
  const ms = performance.now() - began;
  const scripts = `${files} files, ${Math.round(bytes / 1000)} KB`;
  await page.close();
  return { ms, scripts };
}

/** The session that a login would leave in the browser. */
async function storeSession(context: BrowserContext, { client }: Person): Promise<void> {
  const { data } = await client.auth.getSession();
  await context.addInitScript((session) => {
    if (localStorage.getItem('seeded')) return;
    localStorage.setItem('seeded', '1');
    localStorage.setItem(`sb-${location.hostname.split('.')[0]}-auth-token`, session);
  }, JSON.stringify(data.session));
}

/** The client has sent a document and the tax form, so that /secured-files shows the list. */
async function seed({ id, client }: Person): Promise<void> {
  const body = Buffer.from('%PDF-1.4\n%%EOF');
  const sent = await client.storage
    .from(DOCUMENTS)
    .upload(`${id}/${DOCUMENT}`, body, { contentType: 'application/pdf' });
  if (sent.error) throw sent.error;
  const year = yearIn(business.timeZone, new Date());
  const form = await client.from('tax_forms').insert({ user_id: id, year, form_data: newClientForm });
  if (form.error) throw form.error;
}

async function builtSite(): Promise<string> {
  // Plain JavaScript without types.
  const { ensureBuild } = (await import(pathToFileURL(join(root, 'scripts/build.mjs')).href)) as {
    ensureBuild(options: { root: string }): Promise<string>;
  };
  return ensureBuild({ root });
}
