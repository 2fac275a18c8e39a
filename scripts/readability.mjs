// `npm run readability`: the reading grade of each public page and of each mail to clients. docs/words.md has the aim.
import { glob, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Window } from 'happy-dom';
import { demoOffice } from '#domain/business/demo-office.ts';
import { englishReader } from '#server/language/readers.ts';
import { loadSiteBuild } from '#server/site/site-build.ts';
import { gradeOf } from './readability/grade.mjs';
import { lettersToClients } from './readability/sample-letters.mjs';
import { root } from './setup.mjs';

const AIM = 7;
/** Fewer words have no meaningful grade. */
const FEW = 40;
/** Printed, but without an aim: lawyers decide on their words. */
const LEGAL = new Set(['/legal', '/privacy-security']);
const SETTINGS = { siteUrl: 'https://tax.example', publishableKey: 'key', calendarUrl: null };
const BLOCKS = 'p, li, dd, td, figcaption, blockquote, summary';

const pages = await renderedPages();
print(
  'Pages',
  pages.map(([path, html]) => [path, gradeOf(blocksOf(html))]),
);
print(
  'Mails',
  lettersToClients(englishReader).map(([name, { text }]) => [name, gradeOf(paragraphsOf(text))]),
);

/** The pages that the newest build renders for the demo office. */
async function renderedPages() {
  const builds = await Array.fromAsync(glob('.build/*/share.json', { cwd: root }));
  const dated = await Promise.all(
    builds.map(async (file) => ({
      folder: dirname(join(root, file)),
      at: (await stat(join(root, file))).mtimeMs,
    })),
  );
  const newest = dated.sort((one, other) => other.at - one.at)[0];
  if (!newest) throw new Error('There is no build. Run: npm run build');
  const build = await loadSiteBuild(newest.folder);
  const source = { business: demoOffice, ...SETTINGS };
  const read = async (path) => [path, await (await build.render(path, source)).text()];
  return Promise.all(
    build.paths
      .map(({ rendered }) => rendered)
      .sort()
      .map(read),
  );
}

/** The innermost blocks of the page's own content, without the header and the footer. */
function blocksOf(html) {
  const { document } = new Window({ settings: { disableJavaScriptEvaluation: true } });
  document.documentElement.innerHTML = html;
  return [...document.querySelectorAll('main')]
    .flatMap((main) => [...main.querySelectorAll(BLOCKS)])
    .filter((block) => block.querySelector(BLOCKS) === null)
    .map((block) => block.textContent.replace(/\s+/g, ' ').trim());
}

/** The paragraphs above the signature, without links and labeled values. */
function paragraphsOf(text) {
  return text
    .split('\n-- \n')[0]
    .split('\n')
    .filter((line) => !/^https?:|^[A-Z][\w ]+: /.test(line));
}

function print(title, rows) {
  const counted = rows.filter(([, { words }]) => words >= (title === 'Pages' ? FEW : 1));
  console.log(`\n${title.padEnd(44)} grade  words  sentences`);
  for (const [name, { grade, words, sentences }] of counted) {
    const mark = LEGAL.has(name) ? '  legal' : grade > AIM + 0.5 ? `  above ${AIM}` : '';
    console.log(
      `${name.padEnd(44)} ${grade.toFixed(1).padStart(5)}  ${String(words).padStart(5)}  ${String(sentences).padStart(9)}${mark}`,
    );
  }
}
