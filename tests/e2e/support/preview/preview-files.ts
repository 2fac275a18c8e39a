import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { root } from '#tests/support/server/server-process.ts';
import type { TestFile } from '../documents.ts';

/** A file of `tests/e2e/fixtures` under another name. */
export async function fixture(file: string, name: string, mimeType: string): Promise<TestFile> {
  return { name, mimeType, buffer: await readFile(join(root, 'tests/e2e/fixtures', file)) };
}

export interface PdfParts {
  /** The content stream of each page. */
  pages: string[];
  /** Entries for the catalogue and for every page; `n 0 R` counts the extra objects from `firstExtra`. */
  catalog?: string;
  page?: string;
  resources?: string;
  extra?: Buffer[];
  mediaBox?: string;
}

const FIRST_EXTRA = 4;
/** The reference to an extra object. */
export const extraObject = (index: number) => `${FIRST_EXTRA + index} 0 R`;
export const words = (text: string) => `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`;

/** Builds a valid PDF with several pages. */
export function pdfOf(name: string, parts: PdfParts): TestFile {
  const { pages, catalog = '', page = '', resources = '', extra = [], mediaBox = '0 0 612 792' } = parts;
  const firstPage = FIRST_EXTRA + extra.length;
  const kids = pages.map((_, i) => `${firstPage + 2 * i} 0 R`).join(' ');
  const objects = [
    Buffer.from(`<< /Type /Catalog /Pages 2 0 R ${catalog} >>`),
    Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'),
    ...extra,
    ...pages.flatMap((drawing, i) => [
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [${mediaBox}] /Contents ${firstPage + 2 * i + 1} 0 R ` +
          `/Resources << /Font << /F1 3 0 R >> ${resources} >> ${page} >>`,
      ),
      pdfStream('', Buffer.from(drawing)),
    ]),
  ];
  const chunks: Buffer[] = [Buffer.from('%PDF-1.7\n%\u00e2\u00e3\n')];
  let length = chunks[0]?.length ?? 0;
  const add = (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
  };
  const offsets = objects.map((object, i) => {
    const offset = `${String(length).padStart(10, '0')} 00000 n \n`;
    add(Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]));
    return offset;
  });
  const start = length;
  const size = objects.length + 1;
  add(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`));
  add(Buffer.from(`trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`));
  return { name, mimeType: 'application/pdf', buffer: Buffer.concat(chunks) };
}

export function pdfStream(dictionary: string, bytes: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
}

/** A 640 x 320 image: red on the left, blue on the right. */
export async function picture(page: Page, name: string, mimeType: string): Promise<TestFile> {
  const bytes = await page.evaluate(async (type) => {
    const canvas = document.createElement('canvas');
    canvas.width = 640;
    canvas.height = 320;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.fillStyle = 'rgb(220, 30, 30)';
    context.fillRect(0, 0, 320, 320);
    context.fillStyle = 'rgb(30, 30, 220)';
    context.fillRect(320, 0, 320, 320);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9));
    return Array.from(new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0)));
  }, mimeType);
  return { name, mimeType, buffer: Buffer.from(bytes) };
}

/** Adds the EXIF orientation of a phone held upright: rotate 90° clockwise. */
export function rotatedByExif(file: TestFile): TestFile {
  // One entry: orientation 6.
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010006000000000000', 'hex');
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, body.length + 2]);
  return {
    ...file,
    buffer: Buffer.concat([file.buffer.subarray(0, 2), head, body, file.buffer.subarray(2)]),
  };
}
