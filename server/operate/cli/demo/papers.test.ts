import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createDrawPaper, printOf } from './papers.ts';

const w2 = { w2: 'Brackets (and) \\ <Co.> & Sons', wages: '31,480.00', withheld: '2,105.00' };
const print = printOf(w2, 'José Núñez O’Brien', 2026);
const drawPaper = await createDrawPaper();

describe('a demo file', () => {
  it('as a PDF, has readable text with accents on each page', async () => {
    const { bytes, mimetype } = await drawPaper('W-2.pdf', { ...print, pages: 2 });
    expect(mimetype).toBe('application/pdf');
    const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
    const read = await loading.promise;
    expect(read.numPages).toBe(2);
    const { items } = await (await read.getPage(2)).getTextContent();
    const words = items.map((item) => ('str' in item ? item.str : ''));
    expect(words).toContain('W-2 Wage and Tax Statement 2025');
    expect(words).toContain('José Núñez O’Brien');
    expect(words).toContain(w2.w2);
    await loading.destroy();
  });

  it.each([
    ['W-2.png', 'png', [918, 471]],
    ['W-2.jpg', 'jpeg', [1080, 633]],
  ])('as %s, has letters on the paper', async (name, format, size) => {
    const { bytes, mimetype } = await drawPaper(name, print);
    expect(mimetype).toBe(`image/${format}`);
    const { width, height, ...picture } = await sharp(bytes).metadata();
    expect([picture.format, width, height]).toEqual([format, ...size]);
    const part = sharp(bytes).extract({ left: 200, top: 200, width: 400, height: 150 });
    const { channels } = await sharp(await part.toBuffer()).stats();
    expect(channels[0]?.min).toBeLessThan(70);
    expect(channels[0]?.max).toBeGreaterThan(180);
  });
});
