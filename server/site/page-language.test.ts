import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoBusiness } from '#tests/support/office.ts';
import { account, browser, openTestSite, type TestSite } from '#tests/support/server/test-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

const get: TestSite['get'] = (...request) => site.get(...request);

describe('a page in another language', () => {
  const spanish = { ...browser, 'accept-language': 'es-MX,es;q=0.9,en;q=0.8' };

  test.each([
    ['/es', `<p>es ${demoBusiness.name}</p>`],
    ['/es?a=b', `<p>es ${demoBusiness.name}</p>`],
    ['/es/fees', '<p>precios</p>'],
  ])('%s', async (url, text) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.body]).toEqual([200, text]);
  });

  test.each([
    ['/es/', '/es'],
    ['/es/fees/?a=b', '/es/fees?a=b'],
    ['/ES/Fees', '/es/fees'],
  ])('%s redirects to %s in one step', async (url, target) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.headers.location]).toEqual([308, target]);
    expect((await get(target)).statusCode).toBe(200);
  });

  test.each([
    ['/es/account?a=b', '/account?a=b'],
    ['/es/manage/7', '/manage/7'],
  ])('%s opens %s in Spanish', async (url, target) => {
    const answer = await get(url, { ...browser, cookie: 'lang=en' });
    expect([answer.statusCode, answer.headers.location]).toEqual([302, target]);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['set-cookie']).toMatch(/^lang=es; Path=\/;/);
    expect((await get(target)).statusCode).toBe(200);
  });

  test('has separate data', async () => {
    expect((await get('/es.data', {})).body).toBe('/es.data');
  });

  test('is never chosen by the browser, nor by a cookie, if the address has a language', async () => {
    for (const url of ['/', '/fees', '/es/fees']) {
      const plain = await get(url);
      const answer = await get(url, { ...spanish, cookie: 'lang=es' });
      const english = await get(url, { ...browser, cookie: 'lang=en' });
      expect([answer.body, english.body]).toEqual([plain.body, plain.body]);
      expect(plain.headers.vary).toBe('accept-encoding');
    }
  });

  test.each([
    ['lang=es', '<p>cuenta</p>'],
    ['a=b; lang=es', '<p>cuenta</p>'],
    ['lang=en', account],
    ['lang=fr', account],
    ['', account],
  ])('with one address follows the choice: %j', async (cookie, text) => {
    const answer = await get('/account', { ...spanish, cookie });
    expect(answer.body).toBe(text);
    expect(answer.headers.vary).toBe('cookie, accept-encoding');
  });

  test.each([
    ['/es/nothing', browser, '<p>no existe</p>'],
    ['/es/nothing', { ...browser, cookie: 'lang=en' }, '<p>no existe</p>'],
    ['/nothing', spanish, '<p>no existe</p>'],
    ['/fr/fees', spanish, '<p>no existe</p>'],
    ['/fr/fees', { ...spanish, cookie: 'lang=en' }, '<p>no such page</p>'],
    ['/fr/fees', { ...browser, 'accept-language': 'fr' }, '<p>no such page</p>'],
    ['/en/fees', { ...browser, cookie: 'lang=es' }, '<p>no existe</p>'],
    ['/es/es/fees', browser, '<p>no existe</p>'],
    ['/es/robots.txt', browser, '<p>no existe</p>'],
  ])('%s is a 404 in the language of the visitor: %j', async (url, headers, text) => {
    const answer = await get(url, headers);
    expect([answer.statusCode, answer.body]).toEqual([404, text]);
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.headers.vary).toContain('accept-language');
  });
});
