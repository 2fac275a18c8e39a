// Takes from the design what the server needs to draw the share image (server/site/share-image).
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const names = ['deep', 'paper', 'on-deep', 'on-deep-muted', 'gold'];

export async function writeShareDesign(root, file) {
  await writeFile(file, `${JSON.stringify(await readShareDesign(root))}\n`);
}

/** The colors of the light theme, and the logo. */
export async function readShareDesign(root) {
  const [css, mark] = await Promise.all([
    readFile(join(root, 'app/app.css'), 'utf8'),
    readFile(join(root, 'app/public/favicon.svg'), 'utf8'),
  ]);
  return { colors: Object.fromEntries(names.map((name) => [name, colorIn(css, name)])), mark };
}

function colorIn(css, name) {
  const found = css.match(new RegExp(`--${name}:\\s*(?:light-dark\\()?(#[0-9a-f]{6})`, 'i'))?.[1];
  if (found === undefined) throw new Error(`app.css has no color --${name} for the share image.`);
  return found;
}
