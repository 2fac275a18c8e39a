import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { wantedFeatures } from '#app/shared/browser/old-browser.ts';
import { unknownFeatures } from './check-browsers.mjs';
import { newerFeatures, newerThan } from './newer-features.mjs';
import { withOlderHeights } from './older-styles.mjs';
import { oldestBrowsers } from './oldest-browsers.mjs';
import { withClickedPage } from './open-clicked-page.mjs';

const data = createRequire(import.meta.url)('@mdn/browser-compat-data');
const newer = newerThan(data, oldestBrowsers);

test.each([
  ['const { promise } = Promise.withResolvers()', ['Promise.withResolvers']],
  ['Map.groupBy(a, b); Object.groupBy(a, b)', ['Map.groupBy', 'Object.groupBy']],
  ['a.toSorted(); b?.toReversed()', ['.toReversed()', '.toSorted()']],
  ['a.with(0, 1)', ['.with()']],
  ['Array.fromAsync(a)', ['Array.fromAsync']],
  ['new Set([1]).isSubsetOf(b)', ['.isSubsetOf()']],
  ['Iterator.from(a)', ['Iterator.from']],
  ['AbortSignal.any([a]); AbortSignal.timeout(1)', ['AbortSignal.any', 'AbortSignal.timeout']],
  ['URL.canParse(a); URL.parse(a)', ['URL.canParse', 'URL.parse']],
  ['new Intl.Segmenter("en"); new Intl.DurationFormat()', ['Intl.DurationFormat', 'Intl.Segmenter']],
  ['new OffscreenCanvas(1, 1)', ['OffscreenCanvas']],
  ['a.showPopover()', ['.showPopover()']],
  ['a.isWellFormed()', ['.isWellFormed()']],
  ['/(?<!a)b/', ['lookbehind']],
  ['new RegExp("(?<=" + a + ")b")', ['lookbehind']],
  ['/[a--b]/v', ['flag v of a pattern']],
  ['/(?i:a)b/', ['flags within a pattern']],
  ['class A { static { a() } }', ['static block of a class']],
])('finds what is newer in: %s', (code, features) => {
  expect(newerFeatures(code, newer)).toEqual(features);
});

test.each([
  'a.findLast(b); a.at(-1); Object.hasOwn(a, b); structuredClone(a); crypto.randomUUID()',
  'a.toSorted?.(); const Iterator = 1; Iterator.a',
  'navigator.locks.request("a", b); new BroadcastChannel("a"); crypto.subtle.digest(a, b)',
  'a.map(b).filter(c).find(d); Promise.any(a); a.replaceAll("b", "c"); /(?<name>a)\\p{L}/u',
  'new Intl.ListFormat("en"); dialog.showModal(); new WeakRef(a)',
])('finds nothing in: %s', (code) => {
  expect(newerFeatures(code, newer)).toEqual([]);
});

test('the build stops at a feature, unless it is known why it may stay', () => {
  expect(unknownFeatures('account.js', ['.toSorted()', 'URL.canParse', '.with()'])).toEqual(['.toSorted()']);
  expect(unknownFeatures('pdf.worker.js', ['Promise.try', 'Iterator.from'])).toEqual(['Iterator.from']);
});

test('heights by the visible screen fall back', () => {
  expect(withOlderHeights('.a{height:100dvh}.b{max-height:min(20rem,45dvh);color:red}')).toBe(
    '.a{height:100vh;height:100dvh}.b{max-height:min(20rem,45vh);max-height:min(20rem,45dvh);color:red}',
  );
});

test('a page whose script is gone is opened by its address', () => {
  const code = 'catch (error) {\n\t\twindow.location.reload();\n\t\treturn new Promise(() => {});';
  const opened: string[] = [];
  const run = (state: object) => {
    const location = { assign: (to: string) => opened.push(to), reload: () => opened.push('reload') };
    const window = { location, __reactRouterDataRouter: { state } };
    new Function('window', `${withClickedPage(code).replace('catch (error) {', '')}`)(window);
  };
  run({ navigation: { location: { pathname: '/account', search: '?a=1', hash: '#b' } } });
  run({ navigation: {} });
  expect(opened).toEqual(['/account?a=1#b', 'reload']);
  expect(() => withClickedPage('changed')).toThrow();
});

test('the README names the oldest browsers', () => {
  const { safari, chrome, firefox } = oldestBrowsers;
  expect(readFileSync('README.md', 'utf8')).toContain(
    `Safari ${safari}, Chrome ${chrome} (also Edge), and Firefox ${firefox}`,
  );
});

const lacks = (oldest: Record<string, string>): string[] => {
  const { pairs, globals } = newerThan(data, oldest);
  return wantedFeatures().filter((feature) => {
    const name = feature.replace('window.', '');
    return name.includes('.') ? pairs.get(name) : globals.has(name) || pairs.get(`Window.prototype.${name}`);
  });
};

test('the oldest browsers have all that is asked for, and each one before them lacks something', () => {
  expect(lacks(oldestBrowsers)).toEqual([]);
  for (const before of [{ safari: '15.3' }, { chrome: '98' }, { firefox: '104' }]) {
    expect(lacks(before), JSON.stringify(before)).not.toEqual([]);
  }
});
