// Draws the share image for links in chats and social networks: the office's name, the home page's headline, and
// the contact. From business.json, the built home page, and the site's colors.
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const width = 1200;
const height = 630;
const margin = 88;
/** The left edge of the seal, minus a gap. */
const textWidth = 650;
const display = 'Fraunces';
/** The name of the static font. */
const sans = 'Public Sans Thin';

let drawing;
/** Loads the library on first use: importers of this file may run before packages are installed. */
function loadDrawing() {
  drawing ??= (async () => {
    const { initWasm, Resvg } = await import('@resvg/resvg-wasm');
    const code = createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm');
    await initWasm(await readFile(code));
    return Resvg;
  })();
  return drawing;
}

/** @param {{ root: string, client: string, business: string }} options client: the folder of the built site */
export async function writeShareImage({ root, client, business }) {
  const [facts, home, css, mark] = await Promise.all([
    readFile(business, 'utf8').then(JSON.parse),
    readFile(join(client, 'index.html'), 'utf8'),
    readFile(join(root, 'app', 'app.css'), 'utf8'),
    readFile(join(root, 'app', 'public', 'favicon.svg'), 'utf8'),
  ]);
  const headline = decoded(home.match(/<h1\b[^>]*>([^<]+)<\/h1>/)?.[1] ?? '');
  if (headline === '') throw new Error('The home page of the build has no headline for the share image.');
  const draw = await pen(root);
  const svg = shareSvg(
    { ...wordsOf(facts), headline },
    { color: colorsIn(css), mark, widthOf: draw.widthOf },
  );
  await writeFile(join(client, 'share.png'), draw.png(svg));
}

/** The texts in the picture. */
export function wordsOf({ name, contact }) {
  const { address, phone } = contact;
  const town = `${address.city}, ${address.state}`;
  return { name, phone: phone.display, place: `${address.street}, ${town}`, town };
}

/**
 * @param {{ name: string, headline: string, phone: string, place: string, town: string }} words, town: where the
 *   whole place is too long
 * @param {{ color: (name: string) => string, mark: string,
 *   widthOf: (text: string, family: string, size: number) => number }} tools
 */
export function shareSvg({ name, headline, phone, place, town }, { color, mark, widthOf }) {
  const fitting = (text, family, sizes) =>
    sizes.find((size) => widthOf(text, family, size) <= textWidth) ?? sizes.at(-1);
  const { lines, size } = largest(headline, widthOf);
  const nameSize = fitting(name, sans, [34, 30, 26]);
  const nameLines = broken(name, (text) => widthOf(text, sans, nameSize) <= textWidth).slice(0, 2);
  const phoneSize = fitting(phone, sans, [44, 36, 30]);
  const isLong = widthOf(place, sans, 22) > textWidth;
  const where = isLong ? town : place;
  const placeSize = fitting(where, sans, [30, 26, 22]);
  const leading = Math.round(size * 1.06);
  // Between the name and the phone number.
  const top = 300 - Math.round((leading * (lines.length - 1)) / 2) + Math.round(size * 0.33);
  const line = (text, y, family, px, fill) =>
    `<text x="${margin}" y="${y}" font-family="${family}" font-size="${px}" fill="${fill}">${escaped(text)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="${width}" height="${height}" fill="${color('deep')}"/>
<circle cx="1015" cy="315" r="255" fill="${color('paper')}"/>
${placed(mark, { x: 830, y: 142, size: 330 })}
${nameLines.map((text, i) => line(text, 112 - 36 * (nameLines.length - 1 - i), sans, nameSize, color('on-deep-muted'))).join('\n')}
${lines.map((text, i) => line(text, top + i * leading, display, size, color('on-deep'))).join('\n')}
${line(phone, 518, sans, phoneSize, color('gold'))}
${line(where, 564, sans, placeSize, color('on-deep-muted'))}
</svg>`;
}

/** The headline in the largest size that fits. */
function largest(text, widthOf) {
  for (const [size, most] of [
    [84, 3],
    [72, 4],
    [60, 5],
  ]) {
    const lines = wellBroken(text, most, (line) => widthOf(line, display, size));
    if (lines) return { lines, size };
  }
  return { lines: broken(text, (line) => widthOf(line, display, 48) <= textWidth), size: 48 };
}

/** The cost of a break within a phrase, compared with uneven lines. */
const tornPhrase = 0.3;

/** Splits a text into few even lines that end at phrases. Null if they don't fit. */
function wellBroken(text, most, widthOfLine) {
  let best = null;
  const words = text.split(/\s+/);
  const part = (from, lines, cost) => {
    if (from === words.length) {
      if (!best || cost < best.cost) best = { lines, cost };
      return;
    }
    if (lines.length === most) return;
    for (let to = from + 1; to <= words.length; to++) {
      const line = words.slice(from, to).join(' ');
      const width = widthOfLine(line);
      if (width > textWidth) return;
      const isTorn = to < words.length && !/[,.;:!?]$/.test(line);
      part(to, [...lines, line], cost + (1 - width / textWidth) ** 2 + (isTorn ? tornPhrase : 0));
    }
  };
  part(0, [], 0);
  return best?.lines ?? null;
}

function broken(text, fits) {
  const lines = [];
  for (const word of text.split(/\s+/)) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** The drawing tool, which also measures text. */
export async function pen(root) {
  const Resvg = await loadDrawing();
  const fontBuffers = await Promise.all(
    ['fraunces-large.ttf', 'public-sans-medium.ttf'].map((name) =>
      readFile(join(root, 'scripts', 'fonts', name)).then((bytes) => new Uint8Array(bytes)),
    ),
  );
  const options = { font: { fontBuffers, loadSystemFonts: false, defaultFontFamily: sans } };
  const known = new Map();
  const measured = (text, family) => {
    const width = known.get(family + text);
    if (width !== undefined) return width;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9000" height="400"><text x="10" y="200" font-family="${family}" font-size="100">${escaped(text)}</text></svg>`;
    const found = new Resvg(svg, options).getBBox()?.width ?? 0;
    known.set(family + text, found);
    return found;
  };
  return {
    widthOf: (text, family, size) => (measured(text, family) * size) / 100,
    png: (svg) => new Resvg(svg, options).render().asPng(),
  };
}

/** The colors of the light theme. */
export function colorsIn(css) {
  return (name) => {
    const found = css.match(new RegExp(`--${name}:\\s*(?:light-dark\\()?(#[0-9a-f]{6})`, 'i'))?.[1];
    if (found === undefined) throw new Error(`app.css has no color --${name} for the share image.`);
    return found;
  };
}

/** An embedded drawing, in its light version. */
function placed(svg, { x, y, size }) {
  const place = `<svg x="${x}" y="${y}" width="${size}" height="${size}"`;
  return svg
    .trim()
    .replace(/@media[^{]*\{(?:[^{}]*\{[^}]*\})*[^{}]*\}/g, '')
    .replace('<svg', place);
}

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };
const decoded = (text) => text.replace(/&(#?\w+);/g, (whole, name) => entities[name] ?? whole).trim();
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
