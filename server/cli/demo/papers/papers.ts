import { crc32, deflateSync } from 'node:zlib';
import { jpeg } from './jpeg.ts';
import { pdf } from './pdf.ts';
import { blank, type Color, fill, frame, type Picture, photographed, write } from './picture.ts';

/** The contents of a demo file. All data is invented, and the file says so. */
export interface Paper {
  /** The title, such as "W-2 Wage and Tax Statement". */
  title: string;
  /** Boxes of label and value: ["Employer", "Elm City Bakery"]. */
  boxes: readonly (readonly [string, string])[];
  /** Sentences below the boxes. */
  lines?: readonly string[];
  /** The number of pages of a PDF; later pages continue the boxes. */
  pages?: number;
}

const SPECIMEN = 'Specimen of a demo. Not a real document.';

/** Creates the file. The extension decides its type. */
export function bytesOf(name: string, paper: Paper): { bytes: Buffer; mimetype: string } {
  if (name.endsWith('.pdf')) return { bytes: pdfOf(paper), mimetype: 'application/pdf' };
  const picture = pictureOf(paper);
  if (name.endsWith('.png')) return { bytes: png(picture), mimetype: 'image/png' };
  // Each photo has a different angle, the same in every run.
  const angle = (([...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 9) - 4) / 60;
  return { bytes: jpeg(photographed(picture, angle)), mimetype: 'image/jpeg' };
}

function pdfOf({ title, boxes, lines = [], pages = 1 }: Paper): Buffer {
  return pdf(
    Array.from({ length: pages }, (_, page) => (sheet) => {
      sheet.text(54, 72, 18, title, true);
      sheet.text(54, 92, 9, pages > 1 ? `${SPECIMEN} Page ${page + 1} of ${pages}` : SPECIMEN);
      sheet.line(54, 104, 558, 104);
      boxes.forEach(([name, value], at) => {
        const [x, y] = [54 + (at % 2) * 252, 120 + Math.floor(at / 2) * 54];
        sheet.box(x, y, 252, 54);
        sheet.text(x + 8, y + 16, 8, name);
        sheet.text(x + 8, y + 38, 13, value, true);
      });
      const below = 120 + Math.ceil(boxes.length / 2) * 54 + 32;
      lines.forEach((line, at) => {
        sheet.text(54, below + at * 18, 11, line);
      });
    }),
  );
}

const WHITE: Color = [250, 249, 244];
const INK: Color = [38, 42, 46];
const GRAY: Color = [120, 126, 130];

function pictureOf({ title, boxes, lines = [] }: Paper): Picture {
  const rows = Math.ceil(boxes.length / 2);
  const paper = blank(680, 110 + rows * 64 + lines.length * 24 + 40, WHITE);
  write(paper, 24, 22, 3, title, INK);
  write(paper, 24, 56, 1, SPECIMEN, GRAY);
  fill(paper, 24, 74, 632, 2, INK);
  boxes.forEach(([name, value], at) => {
    const [x, y] = [24 + (at % 2) * 316, 88 + Math.floor(at / 2) * 64];
    frame(paper, x, y, 316, 64, GRAY);
    write(paper, x + 10, y + 10, 1, name, GRAY);
    write(paper, x + 10, y + 32, 2, value, INK);
  });
  lines.forEach((line, at) => {
    write(paper, 24, 110 + rows * 64 + at * 24, 2, line, INK);
  });
  return paper;
}

function png({ width, height, pixels }: Picture): Buffer {
  const rows = Buffer.alloc(height * (width * 3 + 1));
  for (let row = 0; row < height; row++) {
    // Each row starts with its filter type: none.
    rows.set(pixels.subarray(row * width * 3, (row + 1) * width * 3), row * (width * 3 + 1) + 1);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
