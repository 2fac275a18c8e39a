import { inflateSync } from 'node:zlib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { w2 } from './kinds.ts';
import { bytesOf } from './papers.ts';

const paper = w2(2025, {
  employee: 'José Núñez O’Brien',
  employer: 'Brackets (and) \\ Co.',
  wages: '31,480.00',
  withheld: '2,105.00',
});

describe('a demo file', () => {
  it('as a PDF, has readable text with accents on each page', async () => {
    const { bytes, mimetype } = bytesOf('W-2.pdf', { ...paper, pages: 2 });
    expect(mimetype).toBe('application/pdf');
    const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
    const read = await loading.promise;
    expect(read.numPages).toBe(2);
    const { items } = await (await read.getPage(2)).getTextContent();
    const words = items.map((item) => ('str' in item ? item.str : ''));
    expect(words).toContain('José Núñez O’Brien');
    expect(words).toContain('Brackets (and) \\ Co.');
    await loading.destroy();
  });

  it('as a PNG, has as many pixels as its header says', () => {
    const { bytes, mimetype } = bytesOf('W-2.png', paper);
    expect(mimetype).toBe('image/png');
    const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
    const at = bytes.indexOf('IDAT');
    const rows = inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4)));
    expect(rows.length).toBe(height * (width * 3 + 1));
  });

  it('as a JPEG, has start and end markers, and none in its data', () => {
    const { bytes, mimetype } = bytesOf('W-2.jpg', paper);
    expect(mimetype).toBe('image/jpeg');
    expect(bytes.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
    expect(bytes.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]));
    const scan = bytes.subarray(bytes.indexOf(Buffer.from([0xff, 0xda])) + 14, -2);
    for (let at = scan.indexOf(0xff); at >= 0; at = scan.indexOf(0xff, at + 1)) expect(scan[at + 1]).toBe(0);
  });
});
