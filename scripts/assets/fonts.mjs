// Subsets the two typefaces to the characters of the site. Run by hand when a typeface's package is updated; the
// output is committed, so that builds need no font tool.
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

const range = (first, last) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i));
/** Latin-1 covers English, Spanish and most names; then dashes, quotes, arrows and the like. */
const characters = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’“”•…€™←→−\u2009\u202f\u2011`;

const cuts = [
  // Headings keep the optical size axis and one weight.
  { from: 'fraunces/files/fraunces-latin-opsz-normal.woff2', to: 'fraunces.woff2', axes: { wght: 560 } },
  {
    from: 'public-sans/files/public-sans-latin-wght-normal.woff2',
    to: 'public-sans.woff2',
    axes: { wght: { min: 400, max: 700 } },
  },
  // For the share image, whose drawing tool supports neither axes nor compression.
  {
    from: 'fraunces/files/fraunces-latin-opsz-normal.woff2',
    to: 'fraunces-large.ttf',
    axes: { opsz: 144, wght: 560 },
  },
  {
    from: 'public-sans/files/public-sans-latin-wght-normal.woff2',
    to: 'public-sans-medium.ttf',
    axes: { wght: 500 },
  },
];

for (const { from, to, axes } of cuts) {
  const source = await readFile(join(root, 'node_modules/@fontsource-variable', from));
  const forBrowsers = to.endsWith('.woff2');
  const cut = await subsetFont(source, characters, {
    targetFormat: forBrowsers ? 'woff2' : 'truetype',
    variationAxes: axes,
  });
  await writeFile(join(root, forBrowsers ? 'app/ui/fonts' : 'scripts/fonts', to), cut);
  console.log(`${to}: ${cut.length} bytes`);
}
