/** @module-tag property */
import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { pageSourcesOf } from '#server/captcha/page-sources.ts';
import { demoBusiness } from '#tests/support/office.ts';
import { inputs } from '#tests/support/property-inputs.ts';
import {
  account,
  browser,
  fees,
  home,
  openTestSite,
  serverEntry,
  type TestSite,
} from '#tests/support/server/test-site.ts';
import { sitePolicy } from './policy.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(async () => {
  await site.close();
  expect(site.listeners.size).toBe(0);
});
beforeEach(() => site.change(demoBusiness));

const change: TestSite['change'] = (...facts) => site.change(...facts);
const get: TestSite['get'] = (...request) => site.get(...request);
const sha256 = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

describe('pages', () => {
  test.each([
    ['/', home],
    ['/?a=b', home],
    ['/fees', fees],
    ['/account', account],
    ['/manage/7', '<p>client</p>'],
    ['/manage/7/files', '<p>client</p>'],
  ])('%s', async (url, text) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe(text);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('public, max-age=0, stale-while-revalidate=1');
  });

  test('load the scripts of their route after the first paint', async () => {
    const { body } = await get('/about');
    expect(body).toContain('(["/c.js"])</script></head>');
    expect(body).not.toContain('modulepreload" href');
  });

  test('show a changed fact at once, under another ETag', async () => {
    const { etag } = (await get('/')).headers;
    change({ ...demoBusiness, name: 'Elm Street Taxes' });
    const answer = await get('/', { ...browser, 'if-none-match': String(etag) });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('Elm Street Taxes');
  });

  test('are hidden from search engines until the office has entered its facts', async () => {
    const fresh = await openTestSite();
    const robots = async () => (await fresh.get('/')).headers['x-robots-tag'];
    expect(await robots()).toBe('noindex');
    fresh.change({ ...demoBusiness, name: 'Elm Street Taxes' });
    expect(await robots()).toBeUndefined();
    await fresh.close();
  });

  test('are rendered once for all visitors who wait, and again after a change', async () => {
    const all = async () =>
      new Set((await Promise.all(Array.from({ length: 50 }, () => get('/renders')))).map(({ body }) => body));
    const first = await all();
    expect(first.size).toBe(1);
    expect(await all()).toEqual(first);
    change({ ...demoBusiness });
    const second = await all();
    expect(second.size).toBe(1);
    expect(second).not.toEqual(first);
  });

  test('stay as they were if new facts make them fail, and recover', async () => {
    await get('/');
    change({ ...demoBusiness, name: 'broken' });
    expect((await get('/')).body).toBe(home);
    change({ ...demoBusiness, name: 'Mended' }, false);
    expect((await get('/')).body).toContain('Mended');
  });

  test('that were shown are rendered again when the facts change', async () => {
    const before = Number((await get('/renders')).body);
    change({ ...demoBusiness });
    for (const listener of site.listeners) listener();
    await vi.waitFor(async () => expect(Number((await get('/renders')).body)).toBe(before + 1));
    expect(Number((await get('/renders')).body)).toBe(before + 1);
  });

  test('have data for navigation if a route has a loader', async () => {
    expect((await get('/_.data', {})).body).toBe('/_.data');
    expect((await get('/_.data?_routes=home', {})).headers['content-type']).toContain('text/x-script');
    expect((await get('/fees.data', {})).statusCode).toBe(404);
  });

  test('answer 304 for a known ETag', async () => {
    const { etag } = (await get('/')).headers;
    const again = await get('/', { ...browser, 'if-none-match': String(etag) });
    expect(again.statusCode).toBe(304);
    expect(again.headers['content-security-policy']).toContain('default-src');
  });

  test('are compressed if the client accepts it', async () => {
    const answer = await get('/', { ...browser, 'accept-encoding': 'gzip, br' });
    expect(answer.headers['content-encoding']).toBe('br');
    expect(answer.headers.vary).toContain('accept-encoding');
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(home);
    const zipped = await get('/', { ...browser, 'accept-encoding': 'gzip' });
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(home);
    expect(zipped.headers.etag).not.toBe(answer.headers.etag);
  });

  test('answer HEAD with the same headers and no body', async () => {
    const answer = await site.app.inject({ method: 'HEAD', url: '/fees', headers: browser });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe('');
    expect(answer.headers['content-length']).toBe(String(fees.length));
  });

  test.each([
    ['/fees/?a=b', '/fees?a=b'],
    ['/Account', '/account'],
    ['/FEES?a=B', '/fees?a=B'],
  ])('%s redirects to %s in one step', async (url, target) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(308);
    expect(answer.headers.location).toBe(target);
    expect((await get(target)).statusCode).toBe(200);
  });
});

describe('the policy', () => {
  test("allows only the page's own inline scripts", async () => {
    const policy = String((await get('/')).headers['content-security-policy']);
    expect(policy).toContain(`script-src 'self' '${sha256('1')}';`);
    expect(policy).not.toContain("script-src 'self' 'unsafe-inline'");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toContain("object-src 'none'");
  });

  test('allows style attributes only on pages that have them', async () => {
    expect((await get('/')).headers['content-security-policy']).not.toContain('unsafe');
    expect((await get('/fees')).headers['content-security-policy']).toContain(
      "style-src-attr 'unsafe-inline'",
    );
  });

  test('names the style sheets of the widget library by hash', async () => {
    const sheet =
      '@layer {\n  [data-react-aria-pressable] {\n    touch-action: pan-x pan-y pinch-zoom;\n  }\n}';
    const hash = createHash('sha256').update(sheet).digest('base64');
    expect((await get('/')).headers['content-security-policy']).toContain(`'sha256-${hash}'`);
  });

  test('allows an external captcha only if one is configured', () => {
    const keys = { siteKey: 'x', secret: 'y', verifyUrl: undefined };
    const policyWith = (settings: Parameters<typeof pageSourcesOf>[0]) =>
      sitePolicy('', pageSourcesOf(settings));
    expect(policyWith({ provider: 'embedded' })).not.toContain('https:');
    const turnstile = policyWith({ provider: 'turnstile', ...keys });
    expect(turnstile).toContain("script-src 'self' https://challenges.cloudflare.com;");
    expect(turnstile).toContain("frame-src 'self' https://challenges.cloudflare.com;");
    const recaptcha = policyWith({ provider: 'recaptcha', ...keys });
    expect(recaptcha).toContain('https://www.gstatic.com/recaptcha/');
    expect(recaptcha).not.toContain('unsafe');
  });

  test.each(['pdf.worker.min-1a.mjs', 'heic-decoder.worker-1a.js'])(
    'lets %s compile WebAssembly and load nothing, and no other file',
    async (name) => {
      const { headers } = await get(`/assets/${name}`, {});
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; script-src 'wasm-unsafe-eval'; frame-ancestors 'none'",
      );
      expect(headers['content-type']).toContain('javascript');
      expect(headers['cache-control']).toContain('immutable');
      for (const other of ['/', '/account', '/assets/root-1a.js']) {
        expect((await get(other)).headers['content-security-policy']).not.toContain('wasm');
      }
    },
  );

  test('lets nothing run in data', async () => {
    const answer = await get('/rest/v1/thing');
    expect(answer.headers['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'");
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers['permissions-policy']).toContain('geolocation=()');
  });
});

describe('other files', () => {
  test('with a hash in the name are cached for a year', async () => {
    const answer = await get('/assets/root-1a.js', {});
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(answer.headers['content-type']).toContain('javascript');
  });

  test('the service worker is never cached and may only reach this site', async () => {
    const { headers } = await get('/sw.js', {});
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-type']).toContain('javascript');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
    );
  });

  test('without a hash are revalidated', async () => {
    expect((await get('/favicon.svg', {})).headers['cache-control']).toBe('public, max-age=3600');
  });
});

describe('missing paths', () => {
  test('answer 404 with the page of the application to browsers', async () => {
    const answer = await get('/nothing');
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toBe('<p>no such page</p>');
  });

  test('ignore conditional headers, so that the page is never empty', async () => {
    const headers = { ...browser, 'if-none-match': '*', 'if-modified-since': new Date().toUTCString() };
    expect((await get('/nothing', { ...headers, range: 'bytes=0-1' })).body).toBe('<p>no such page</p>');
  });

  test('answer 404 in plain text to other clients', async () => {
    const answer = await get('/assets/gone.js', { accept: '*/*' });
    expect([answer.statusCode, answer.body]).toEqual([404, 'Not found']);
  });

  test.each(['/auth/v1/x', '/rest/v1/x', '/storage/v1/x', '/functions/v1/x', '/realtime/v1/x', '/auth'])(
    '%s is not a page',
    async (url) => {
      const answer = await get(url);
      expect(answer.statusCode).toBe(404);
      expect(answer.headers['content-type']).toContain('application/json');
    },
  );

  test('answer 404 to other methods, also on pages', async () => {
    expect((await site.app.inject({ method: 'POST', url: '/account', headers: browser })).statusCode).toBe(
      404,
    );
  });

  test('include everything outside of the site and its files', async () => {
    const paths = [
      '/../secret.txt',
      '/%2e%2e/secret.txt',
      '/..%2fsecret.txt',
      '/share.json',
      `/${serverEntry}`,
    ];
    for (const path of [...paths, '//fees', '/assets/', '/robots.txt.data']) {
      const answer = await get(path, {});
      expect([path, answer.statusCode]).toEqual([path, 404]);
    }
  });

  test('no path makes the server fail, leave the site, or redirect to another host', async () => {
    const strange = fc.oneof(
      fc.webPath(),
      fc.string().map((text) => `/${text}`),
      fc
        .array(
          fc.constantFrom(
            '/',
            'es',
            'account',
            '..',
            '.',
            '%2f',
            '%00',
            '%ff',
            '\\',
            'fees',
            'FEES',
            ':',
            '*',
            '?',
            'é',
          ),
        )
        .map((parts) => `/${parts.join('')}`),
    );
    await fc.assert(
      fc.asyncProperty(strange, async (url) => {
        fc.pre(url.startsWith('/') && URL.canParse(url, 'http://localhost'));
        const answer = await get(url);
        expect(answer.statusCode).toBeLessThan(500);
        expect(answer.body).not.toContain('createRenderer');
        expect(String(answer.headers.location ?? '/x')).toMatch(/^\/[^/]/);
      }),
      { numRuns: inputs(500) },
    );
  });
});
