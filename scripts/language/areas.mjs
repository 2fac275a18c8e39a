// Which files have texts to translate, and in which catalog they are: `locales/<language>/<area>.po`.
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

/** The modules whose calls Lingui's transform replaces. */
export const macros = {
  corePackage: ['@lingui/core/macro', '#domain/language/message.ts'],
  jsxPackage: ['@lingui/react/macro'],
};
const names = [...macros.corePackage, ...macros.jsxPackage].map((name) => name.replaceAll('.', '\\.'));
const importsMacro = new RegExp(`^import (?!type )[^;]*? from '(?:${names.join('|')})';$`, 'm');

/** "app/site/fees/page.tsx" is in the area "site/fees", "app/account/sign-in/login.tsx" in "account". */
export function areaOf(path) {
  const [top, feature, ...rest] = path.split('/');
  if (top === 'server' || top === 'contract') return top;
  if (top !== 'app') return `${top}/${feature}`;
  if (rest.length === 0) return top;
  return feature === 'site' && rest.length > 1 ? `site/${rest[0]}` : feature;
}

/**
 * The files with texts, relative to the root, with slashes, sorted, without tests. Not asynchronous, because Lingui
 * reads its configuration so.
 * @param {string} root
 * @param {string[]} [folders]
 * @returns {string[]}
 */
export function filesWithTexts(root, folders = ['app', 'contract', 'domain', 'server']) {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map(
        (name) => `${folder}/${name.split(sep).join('/')}`,
      ),
    )
    .filter(
      (path) => /(?<!\.test)\.tsx?$/.test(path) && importsMacro.test(readFileSync(join(root, path), 'utf8')),
    )
    .sort();
}

/**
 * The catalogs of Lingui's configuration: one for each area that has texts.
 * @param {string[]} files
 * @returns {{ path: string, include: string[] }[]}
 */
export function catalogsOf(files) {
  const areas = Map.groupBy(files, areaOf);
  return [...areas].map(([area, include]) => ({ path: `locales/{locale}/${area}`, include }));
}
