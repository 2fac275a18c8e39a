import { createRequire } from 'node:module';
import type { BrowserContext } from '@playwright/test';
import { newerThan } from '../../../scripts/assets/newer-features.mjs';
import { oldestBrowsers } from '../../../scripts/assets/oldest-browsers.mjs';

/** Runs in pages and workers. */
function removeAll([members, globals]: [string[], string[]]): void {
  for (const member of members) {
    // "Promise.withResolvers" or "Array.prototype.toSorted"
    const [owner = '', ...rest] = member.split('.');
    const name = rest.at(-1) ?? '';
    for (const place of [globalThis, Reflect.get(globalThis, 'Intl')]) {
      const found = place && Reflect.get(place, owner);
      const target = rest.length > 1 ? found?.prototype : found;
      if (target) Reflect.deleteProperty(target, name);
    }
  }
  for (const name of globals) Reflect.deleteProperty(globalThis, name);
}

const usedByPlaywright = new Set(['Element.prototype.checkVisibility']);

/** Declarations and rules that Chrome 100 or Safari 15.4 would leave out. */
function withoutNewerStyles(css: string): string {
  return css
    .replaceAll(/[\w-]+:[^;{}]*(?:\ddvh\b|color-mix\()[^;{}]*(?=[;}])/g, '')
    .replaceAll(/([;{}])(?:translate|scale|rotate|container-type|field-sizing):[^;{}]*/g, '$1')
    .replaceAll(/overflow:clip/g, '')
    .replaceAll(/@container[^{]*\{/g, '@media not all{')
    .replaceAll(':has(', ':has-no(');
}

/** Takes from a browser what the oldest ones lack, in its pages, workers, and styles. */
export async function makeOld(context: BrowserContext): Promise<void> {
  const data = createRequire(import.meta.url)('@mdn/browser-compat-data');
  const { pairs, globals } = newerThan(data, oldestBrowsers) as {
    pairs: Map<string, boolean>;
    globals: Set<string>;
  };
  const members = [...pairs]
    .filter(([member, isNewer]) => isNewer && !usedByPlaywright.has(member))
    .map(([member]) => member);
  const lists: [string[], string[]] = [members, [...globals]];
  await context.addInitScript(removeAll, lists);
  await context.route(/\/assets\/[^/]*worker[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    const body = `(${removeAll})(${JSON.stringify(lists)});${await response.text()}`;
    await route.fulfill({ response, body });
  });
  await context.route(/\/assets\/[^/]*\.css$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: withoutNewerStyles(await response.text()) });
  });
}

/** Puts each text of a hydrated page into a new <font> as soon as it is there, as Chrome's translation does. */
export async function translateAlways(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const left = /^(FONT|SCRIPT|STYLE|TEXTAREA|TITLE|OPTION|NOSCRIPT)$/;
    function translateBelow(root: Node): void {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = root instanceof Text ? [root] : [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        const parent = text.parentElement;
        if (!parent || left.test(parent.nodeName) || text.data.trim() === '') continue;
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        inner.append(text.data);
        outer.append(inner);
        text.replaceWith(outer);
      }
    }
    function begin(): void {
      const main = document.getElementById('main');
      const isHydrated = main && Object.keys(main).some((name) => name.startsWith('__reactProps'));
      if (!isHydrated) return void setTimeout(begin, 50);
      translateBelow(document.body);
      new MutationObserver((records) => {
        for (const { addedNodes, target } of records) {
          for (const one of [...addedNodes, target]) translateBelow(one);
        }
      }).observe(document.body, { childList: true, characterData: true, subtree: true });
    }
    begin();
  });
}
