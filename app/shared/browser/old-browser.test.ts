import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
// @ts-expect-error plain JavaScript
import { newerThan } from '../../../scripts/assets/newer-features.mjs';
import { oldestBrowsers } from '../../../scripts/assets/oldest-browsers.mjs';
import { oldBrowserScript, wantedFeatures } from './old-browser.ts';

const data = createRequire(import.meta.url)('@mdn/browser-compat-data');

/** Runs the script in a browser without one of the features. */
function runWithout(missing: string, hides = false) {
  const shown: string[] = [];
  const main = { style: { display: '' } };
  const note = { removeAttribute: (name: string) => shown.push(name) };
  const browser = {
    Array: { prototype: {} },
    Object: {},
    HTMLScriptElement: { prototype: {} },
    window: {},
    document: {
      getElementById: (id: string) => (id === 'main' ? main : note),
      addEventListener: (_: string, run: () => void) => run(),
    },
  };
  for (const feature of wantedFeatures.filter((one) => one !== missing)) {
    const [name = '', ...owner] = feature.split('.').reverse();
    const target = owner.reverse().reduce<object>((from, key) => Reflect.get(from, key), browser);
    Reflect.set(target, name, true);
  }
  new Function(...Object.keys(browser), oldBrowserScript(hides))(...Object.values(browser));
  return { shown, display: main.style.display, isKept: Reflect.has(browser.window, 'isOldBrowser') };
}

test('a browser that has all features sees its page and no note', () => {
  expect(runWithout('none', true)).toEqual({ shown: [], display: '', isKept: false });
});

test.each(wantedFeatures)(
  'without %s, the note is shown, and in the portal the page is hidden',
  (feature) => {
    expect(runWithout(feature)).toEqual({ shown: ['hidden'], display: '', isKept: true });
    expect(runWithout(feature, true)).toEqual({ shown: ['hidden'], display: 'none', isKept: true });
  },
);

const lacks = (oldest: Record<string, string>): string[] => {
  const { pairs, globals } = newerThan(data, oldest);
  return wantedFeatures.filter((feature) => {
    const name = feature.replace(/^window\.|\.prototype/g, '');
    return name.includes('.') ? pairs.get(name) : globals.has(name) || pairs.get(`Window.${name}`);
  });
};

test('the oldest browsers have all features, and each one before them lacks one', () => {
  expect(lacks(oldestBrowsers)).toEqual([]);
  for (const before of [{ safari: '15.3' }, { chrome: '98' }, { firefox: '104' }]) {
    expect(lacks(before), JSON.stringify(before)).not.toEqual([]);
  }
});
