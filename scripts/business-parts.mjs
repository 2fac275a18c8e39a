// Splits business.json for the browser: facts that only three pages use are not loaded with every other page.
import { readFile } from 'node:fs/promises';

const seldom = new Set(['reviews', 'team', 'streetMap']);
const modules = new Map([
  ['#business', (key) => !seldom.has(key)],
  ['#business/seldom', (key) => seldom.has(key)],
]);

/**
 * @param {string} file the office's facts
 * @returns {import('vite').Plugin}
 */
export function businessParts(file) {
  return {
    name: 'business-parts',
    enforce: 'pre',
    // Without the `#`, which in the development server's addresses would begin a fragment.
    resolveId: (id) => (modules.has(id) ? `\0${id.slice(1)}` : undefined),
    async load(id) {
      const wanted = id.startsWith('\0') ? modules.get(`#${id.slice(1)}`) : undefined;
      if (wanted === undefined) return undefined;
      this.addWatchFile(file);
      const facts = JSON.parse(await readFile(file, 'utf8'));
      const part = Object.fromEntries(Object.entries(facts).filter(([key]) => wanted(key)));
      return { code: `export default ${JSON.stringify(part)};`, moduleType: 'js' };
    },
  };
}
