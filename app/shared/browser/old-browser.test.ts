import { expect, test } from 'vitest';
import { oldBrowserScript, wantedFeatures } from './old-browser.ts';

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
  for (const feature of wantedFeatures().filter((one) => one !== missing)) {
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

test.each(wantedFeatures())(
  'without %s, the note is shown, and in the portal the page is hidden',
  (feature) => {
    expect(runWithout(feature)).toEqual({ shown: ['hidden'], display: '', isKept: true });
    expect(runWithout(feature, true)).toEqual({ shown: ['hidden'], display: 'none', isKept: true });
  },
);
