import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import type { Business } from '#domain/business/business.ts';

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 88;
/** The left edge of the seal, minus a gap. */
const TEXT_WIDTH = 650;
const DISPLAY = 'Fraunces';
/** The name of the static font. */
const SANS = 'Public Sans Thin';

/** What `scripts/build.mjs` takes from the design for the picture. */
export interface ShareDesign {
  /** The colors of the light theme, by their names in app.css. */
  colors: Record<string, string>;
  /** The logo as SVG. */
  mark: string;
}

type WidthOf = (text: string, family: string, size: number) => number;

/** The texts in the picture. The town is for a place that is too long. */
export function wordsOf({ name, contact }: Pick<Business, 'name' | 'contact'>, headline: string) {
  const { address, phone } = contact;
  const town = `${address.city}, ${address.state}`;
  return { name, headline, phone: phone.display, place: `${address.street}, ${town}`, town };
}

export type ShareWords = ReturnType<typeof wordsOf>;

/**
 * Draws the share image for links in chats and social networks: the office's name, the home page's headline, and the
 * contact. In a worker, because drawing blocks for half a second.
 * @param folder the built site, with the design in `share.json`
 * @param home the HTML of the home page
 */
export async function drawShareImage(folder: string, business: Business, home: string): Promise<Buffer> {
  const headline = decoded(/<h1\b[^>]*>([^<]+)<\/h1>/.exec(home)?.[1] ?? '');
  if (headline === '') throw new Error('The home page has no headline for the share image.');
  const design: ShareDesign = JSON.parse(await readFile(join(folder, 'share.json'), 'utf8'));
  const worker = new Worker(new URL('worker.ts', import.meta.url), {
    workerData: { words: wordsOf(business, headline), design },
  });
  try {
    const [png] = await once(worker, 'message');
    return Buffer.from(png as Uint8Array);
  } finally {
    await worker.terminate();
  }
}

/** Draws the picture as PNG. */
export async function drawPng(words: ShareWords, design: ShareDesign): Promise<Uint8Array> {
  const pen = await createPen();
  return pen.png(shareSvg(words, design, pen.widthOf));
}

export function shareSvg(
  { name, headline, phone, place, town }: ShareWords,
  { colors, mark }: ShareDesign,
  widthOf: WidthOf,
): string {
  const color = (of: string) => {
    const found = colors[of];
    if (found === undefined) throw new Error(`The share image needs the color --${of}.`);
    return found;
  };
  const fitting = (text: string, family: string, sizes: readonly [number, number, number]): number =>
    sizes.find((size) => widthOf(text, family, size) <= TEXT_WIDTH) ?? sizes[2];
  const { lines, size } = largest(headline, widthOf);
  const nameSize = fitting(name, SANS, [34, 30, 26]);
  const nameLines = broken(name, (text) => widthOf(text, SANS, nameSize) <= TEXT_WIDTH).slice(0, 2);
  const phoneSize = fitting(phone, SANS, [44, 36, 30]);
  const isLong = widthOf(place, SANS, 22) > TEXT_WIDTH;
  const where = isLong ? town : place;
  const placeSize = fitting(where, SANS, [30, 26, 22]);
  const leading = Math.round(size * 1.06);
  // Between the name and the phone number.
  const top = 300 - Math.round((leading * (lines.length - 1)) / 2) + Math.round(size * 0.33);
  const line = (text: string, y: number, family: string, px: number, fill: string) =>
    `<text x="${MARGIN}" y="${y}" font-family="${family}" font-size="${px}" fill="${fill}">${escaped(text)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="${color('deep')}"/>
<circle cx="1015" cy="315" r="255" fill="${color('paper')}"/>
${placed(mark, { x: 830, y: 142, size: 330 })}
${nameLines.map((text, i) => line(text, 112 - 36 * (nameLines.length - 1 - i), SANS, nameSize, color('on-deep-muted'))).join('\n')}
${lines.map((text, i) => line(text, top + i * leading, DISPLAY, size, color('on-deep'))).join('\n')}
${line(phone, 518, SANS, phoneSize, color('gold'))}
${line(where, 564, SANS, placeSize, color('on-deep-muted'))}
</svg>`;
}

/** The headline in the largest size that fits. */
function largest(text: string, widthOf: WidthOf): { lines: string[]; size: number } {
  for (const [size, most] of [
    [84, 3],
    [72, 4],
    [60, 5],
  ] as const) {
    const lines = wellBroken(text, most, (line) => widthOf(line, DISPLAY, size));
    if (lines) return { lines, size };
  }
  return { lines: broken(text, (line) => widthOf(line, DISPLAY, 48) <= TEXT_WIDTH), size: 48 };
}

/** The cost of a break within a phrase, compared with uneven lines. */
const TORN_PHRASE = 0.3;

/** Splits a text into few even lines that end at phrases. Null if they don't fit. */
function wellBroken(text: string, most: number, widthOfLine: (line: string) => number): string[] | null {
  let best: { lines: string[]; cost: number } | null = null;
  const words = text.split(/\s+/);
  const part = (from: number, lines: string[], cost: number): void => {
    if (from === words.length) {
      if (!best || cost < best.cost) best = { lines, cost };
      return;
    }
    if (lines.length === most) return;
    for (let to = from + 1; to <= words.length; to++) {
      const line = words.slice(from, to).join(' ');
      const width = widthOfLine(line);
      if (width > TEXT_WIDTH) return;
      const isTorn = to < words.length && !/[,.;:!?]$/.test(line);
      part(to, [...lines, line], cost + (1 - width / TEXT_WIDTH) ** 2 + (isTorn ? TORN_PHRASE : 0));
    }
  };
  part(0, [], 0);
  return (best as { lines: string[] } | null)?.lines ?? null;
}

function broken(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

let started: Promise<void> | undefined;

/** Once in a process: a second start throws. */
function startDrawing(): Promise<void> {
  const code = createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm');
  started ??= readFile(code).then((bytes) => initWasm(bytes));
  return started;
}

/** The drawing tool, which also measures text. */
export async function createPen(): Promise<{ widthOf: WidthOf; png: (svg: string) => Uint8Array }> {
  const [fontBuffers] = await Promise.all([Promise.all(FONTS.map(readFont)), startDrawing()]);
  const options = { font: { fontBuffers, loadSystemFonts: false, defaultFontFamily: SANS } };
  const known = new Map<string, number>();
  const measure = (text: string, family: string): number => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9000" height="400"><text x="10" y="200" font-family="${family}" font-size="100">${escaped(text)}</text></svg>`;
    return new Resvg(svg, options).getBBox()?.width ?? 0;
  };
  return {
    widthOf: (text, family, size) => {
      const key = `${family}\n${text}`;
      const width = known.get(key) ?? measure(text, family);
      known.set(key, width);
      return (width * size) / 100;
    },
    png: (svg) => new Resvg(svg, options).render().asPng(),
  };
}

const FONTS = ['fraunces-large.ttf', 'public-sans-medium.ttf'];

async function readFont(name: string): Promise<Uint8Array> {
  return new Uint8Array(await readFile(new URL(`fonts/${name}`, import.meta.url)));
}

/** An embedded drawing, in its light version. */
function placed(svg: string, { x, y, size }: { x: number; y: number; size: number }): string {
  const place = `<svg x="${x}" y="${y}" width="${size}" height="${size}"`;
  return svg
    .trim()
    .replace(/@media[^{]*\{(?:[^{}]*\{[^}]*\})*[^{}]*\}/g, '')
    .replace('<svg', place);
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
  '#39': "'",
};

function decoded(text: string): string {
  return text.replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole).trim();
}
