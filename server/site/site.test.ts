import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageSourcesOf } from '#server/captcha/page-sources.ts';
import { registerSecurityHeaders } from '#server/http/security-headers.ts';
import { sitePolicy } from './policy.ts';
import { applicationPaths, registerSite } from './site.ts';

const manifest = `window.__reactRouterManifest=${JSON.stringify({
  routes: {
    root: { id: 'root', path: '' },
    home: { id: 'home', parentId: 'root', index: true },
    fees: { id: 'fees', parentId: 'root', path: 'fees' },
    account: { id: 'account', parentId: 'root', path: 'account' },
    layout: { id: 'layout', parentId: 'root' },
    client: { id: 'client', parentId: 'layout', path: 'manage/:clientId/files?' },
    rest: { id: 'rest', parentId: 'root', path: '*' },
  },
})};`;

const home = '<p>home</p><script>1</script>';
const files: Record<string, string> = {
  'client/index.html': home,
  'client/fees/index.html': '<p style="color:red">fees</p>',
  'client/__spa-fallback.html': '<p>application</p>',
  'client/assets/manifest-1a.js': manifest,
  'client/assets/root-1a.js': 'console.log(1)',
  'client/assets/pdf.worker.min-1a.mjs': 'self.onmessage = null',
  'client/assets/heic-decoder.worker-1a.js': 'self.onmessage = null',
  'client/robots.txt': 'User-agent: *',
  'client/sw.js': 'self.oninstall = null',
  'csp.json': JSON.stringify({ 'index.html': ["'sha256-abc='"], '__spa-fallback.html': [] }),
  'secret.txt': 'outside of the site',
};

let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nutmeg-site-'));
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    if (name.startsWith('client/')) await writeFile(`${path}.br`, brotliCompressSync(text));
  }
  app = Fastify();
  await registerSecurityHeaders(app);
  app.get('/rest/v1/thing', async () => ({ thing: 1 }));
  await registerSite(app, { folder, sources: pageSourcesOf({ provider: 'embedded' }) });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const browser = { accept: 'text/html,*/*' };
const get = (url: string, headers: Record<string, string> = browser) =>
  app.inject({ method: 'GET', url, headers });

describe('pages', () => {
  test.each([
    ['/', home],
    ['/?a=b', home],
    ['/fees', files['client/fees/index.html']],
    ['/account', files['client/__spa-fallback.html']],
    ['/manage/7', files['client/__spa-fallback.html']],
    ['/manage/7/files', files['client/__spa-fallback.html']],
  ])('%s', async (url, text) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe(text);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-cache');
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
  });

  test('answer HEAD with the same headers and no body', async () => {
    const answer = await app.inject({ method: 'HEAD', url: '/fees', headers: browser });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe('');
    expect(answer.headers['content-length']).toBe(String(files['client/fees/index.html']?.length));
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
    expect(policy).toContain("script-src 'self' 'sha256-abc=';");
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
      sitePolicy('', [], pageSourcesOf(settings));
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
    expect((await get('/robots.txt', {})).headers['cache-control']).toBe('public, max-age=3600');
  });
});

describe('missing paths', () => {
  test('answer 404 with the page of the application to browsers', async () => {
    const answer = await get('/nothing');
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toBe(files['client/__spa-fallback.html']);
  });

  test('ignore conditional headers, so that the page is never empty', async () => {
    const headers = { ...browser, 'if-none-match': '*', 'if-modified-since': new Date().toUTCString() };
    expect((await get('/nothing', { ...headers, range: 'bytes=0-1' })).body).toBe(
      files['client/__spa-fallback.html'],
    );
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
    expect((await app.inject({ method: 'POST', url: '/account', headers: browser })).statusCode).toBe(404);
  });

  test('include everything outside of the site and its files', async () => {
    const paths = ['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/csp.json', '/index.html.br'];
    for (const path of [...paths, '/__spa-fallback.html', '//fees', '/assets/']) {
      const answer = await get(path, {});
      expect([path, answer.statusCode]).toEqual([path, 404]);
    }
  });

  test('no path makes the server fail, leave the site, or redirect to another host', async () => {
    const strange = fc.oneof(
      fc.webPath(),
      fc.string().map((text) => `/${text}`),
      fc
        .array(fc.constantFrom('/', '..', '.', '%2f', '%00', '%ff', '\\', 'fees', 'FEES', ':', '*', '?', 'é'))
        .map((parts) => `/${parts.join('')}`),
    );
    await fc.assert(
      fc.asyncProperty(strange, async (url) => {
        fc.pre(url.startsWith('/') && URL.canParse(url, 'http://localhost'));
        const answer = await get(url);
        expect(answer.statusCode).toBeLessThan(500);
        expect(answer.body).not.toContain('outside of the site');
        expect(String(answer.headers.location ?? '/x')).toMatch(/^\/[^/]/);
      }),
      { numRuns: 500 },
    );
  });
});

test('the paths of the application come from its manifest', () => {
  expect(applicationPaths(manifest).toSorted()).toEqual([
    '/',
    '/account',
    '/fees',
    '/manage/:clientId',
    '/manage/:clientId/files',
  ]);
});
