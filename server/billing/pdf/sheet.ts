import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { normalizeCut } from '#domain/text/unicode.ts';

const FONT = fileURLToPath(new URL('../../site/share-image/fonts/public-sans-medium.ttf', import.meta.url));
const [WIDTH, HEIGHT, MARGIN] = [612, 792, 54];
const INK = [0.106, 0.141, 0.129] as const;
const MUTED = [0.333, 0.384, 0.365] as const;
const LINE = [0.82, 0.83, 0.8] as const;
/** A document that is longer was made by mistake. */
const MAX_PAGES = 60;

export interface Column {
  /** From the left margin; for `right`, where the text ends. */
  at: number;
  width: number;
  align?: 'right';
}

export type Tone = 'ink' | 'muted';

/** The width between the margins. */
export const SHEET_WIDTH = WIDTH - 2 * MARGIN;

let fontBytes: Uint8Array | undefined;

/** Writes a document from top to bottom in US Letter, and begins a new page where one is full. */
export async function openSheet(title: string, footer: string) {
  // Only if it is needed: it takes 10 MB of the server's memory.
  const { PDF, rgb } = await import('@libpdf/core');
  const [ink, muted] = [rgb(...INK), rgb(...MUTED)];
  fontBytes ??= await readFile(FONT);
  const pdf = PDF.create();
  pdf.setTitle(title);
  const font = pdf.embedFont(fontBytes);
  let page = pdf.addPage({ size: 'letter' });
  let pages = 1;
  let y = HEIGHT - MARGIN;

  const known = new Map<string, string>();
  const widths = new Map<string, number>();

  /** The font is Latin. Other letters lose their marks, or become a question mark. */
  function drawable(text: string): string {
    return [...normalizeCut(text, 2000)]
      .map((letter) => {
        const drawn = known.get(letter) ?? drawableLetter(letter);
        known.set(letter, drawn);
        return drawn;
      })
      .join('');
  }

  function drawableLetter(letter: string): string {
    if (/\s/u.test(letter)) return ' ';
    if (font.canEncode(letter)) return letter;
    const plain = normalizeCut(letter, 10, 'NFKD').replace(/\p{M}/gu, '');
    return plain !== '' && font.canEncode(plain) ? plain : (LETTERS[letter] ?? '?');
  }

  /** Measured once: columns repeat their words. */
  function widthOf(text: string, size: number): number {
    const width = widths.get(text) ?? font.widthOfTextAtSize(text, 1);
    widths.set(text, width);
    return width * size;
  }

  function room(height: number): void {
    if (y - height >= MARGIN + 20) return;
    if (pages >= MAX_PAGES) throw new Error(`a document of more than ${MAX_PAGES} pages`);
    page = pdf.addPage({ size: 'letter' });
    pages += 1;
    y = HEIGHT - MARGIN;
  }

  return {
    /** Texts side by side, each wrapped within its column. */
    row(cells: readonly (readonly [string, Column, Tone?])[], size = 10): void {
      const columns = cells.map(([text, column, tone]) => ({
        lines: wrapped(drawable(text), column.width, (part) => widthOf(part, size)),
        column,
        tone,
      }));
      const height = size * 1.5;
      const tallest = Math.max(...columns.map(({ lines }) => lines.length));
      for (let index = 0; index < tallest; index += 1) {
        room(height);
        y -= height;
        for (const { lines, column, tone } of columns) {
          const text = lines[index];
          if (!text) continue;
          const shift = column.align === 'right' ? widthOf(text, size) : 0;
          page.drawText(text, {
            x: MARGIN + column.at - shift,
            y,
            size,
            font,
            color: tone === 'muted' ? muted : ink,
          });
        }
      }
    },
    text(text: string, size = 10, tone: Tone = 'ink'): void {
      this.row([[text, { at: 0, width: SHEET_WIDTH }, tone]], size);
    },
    gap(points: number): void {
      y -= points;
    },
    rule(): void {
      room(12);
      y -= 6;
      page.drawLine({
        start: { x: MARGIN, y },
        end: { x: WIDTH - MARGIN, y },
        thickness: 0.75,
        color: rgb(...LINE),
      });
      y -= 2;
    },
    async save(): Promise<Uint8Array> {
      for (const [index, one] of pdf.getPages().entries()) {
        const text = drawable(`${footer} · ${index + 1}/${pages}`);
        one.drawText(text, { x: MARGIN, y: MARGIN - 18, size: 8, font, color: muted });
      }
      return pdf.save();
    },
  };
}

export type Sheet = Awaited<ReturnType<typeof openSheet>>;

/** The lines of a text in a column. Breaks at a space, which it drops, or inside a word that is wider than the column. */
export function wrapped(text: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  const fits = (candidate: string) => widthOf(candidate) <= width;
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const character of word) {
      if (fits(line + character)) line += character;
      else {
        lines.push(line);
        line = character;
      }
    }
  }
  return [...lines, line];
}

/** Latin letters that have no plain letter in Unicode. */
const LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  Ł: 'L',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  '−': '-',
};
