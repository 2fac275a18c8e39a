// Splits business.json for the browser: long facts that only a few pages use become separate modules.
import { readFile } from 'node:fs/promises';

const parts = new Map([
  ['#business/apps', 'apps'],
  ['#business/reviews', 'reviews'],
  ['#business/team', 'team'],
  ['#business/street-map', 'streetMap'],
]);
const separate = new Set(parts.values());
const modules = new Map([
  ['#business', (key) => !separate.has(key)],
  ...[...parts].map(([id, part]) => [id, (key) => key === part]),
]);

/**
 * @param {string} file the office's facts
 * @returns {import('vite').Plugin}
 */
export function businessParts(file) {
  return {
    name: 'business-parts',
    enforce: 'pre',
    // Without the `#`, which would start a fragment in the development server's URLs.
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
