import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { ZipFile } from 'yazl';

/** Small valid documents of every type that clients upload. */

export interface TestFile {
  name: string;
  mimeType: string;
  buffer: Buffer<ArrayBuffer>;
}

/** A PDF with one page and a text. */
export function pdf(name: string, text = name.replace(/[^\x20-\x7e]|[()\\]/g, '?')): TestFile {
  const content = `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const offset = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  file += `${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(file, 'latin1') };
}

/** A small JPEG with the size of a phone's photo, filled up with comments. */
export function photo(name: string, bytes = 2_000_000): TestFile {
  const [start, rest] = [smallJpeg.subarray(0, 2), smallJpeg.subarray(2)];
  const comments: Buffer[] = [];
  for (let left = bytes - smallJpeg.length; left > 4; left -= 65_535) {
    const body = randomBytes(Math.min(left - 4, 65_531));
    const head = Buffer.from([0xff, 0xfe, 0, 0]);
    head.writeUInt16BE(body.length + 2, 2);
    comments.push(head, body);
  }
  return { name, mimeType: 'image/jpeg', buffer: Buffer.concat([start, ...comments, rest]) };
}

const smallJpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAIAAgDAREAAhEBAxEB/8QAFAABAAAAAAAAAAAAAAAAAAAABf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAVAQEBAAAAAAAAAAAAAAAAAAABBP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/ADSmf//Z',
  'base64',
);

/** A PNG of one pixel, with color and comment from the seed. */
export function png(name: string, seed: number): TestFile {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
  const pixel = deflateSync(Buffer.from([0, seed & 255, (seed >> 8) & 255, 120]));
  const buffer = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('tEXt', Buffer.from(`Comment\0${seed}`)),
    pngChunk('IDAT', pixel),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
  return { name, mimeType: 'image/png', buffer };
}

function pngChunk(type: string, data: Buffer): Buffer<ArrayBuffer> {
  const body = Buffer.concat([Buffer.from(type), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** A photo in the iPhone's format, 16 by 16 pixels. Only Safari can show it. */
export function heic(name: string, seed: number): TestFile {
  // Readers skip this box.
  const free = Buffer.alloc(12);
  free.writeUInt32BE(free.length, 0);
  free.write('free', 4);
  free.writeUInt32BE(seed, 8);
  return { name, mimeType: 'image/heic', buffer: Buffer.concat([smallHeic, free]) };
}

const smallHeic = Buffer.from(
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAACAAAAEGlkYXQAAAAAABAAEAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHRAAEAAAAAAAAANQACAAEAAAAAAAAAAQAAAAAAAAAIAAAAOGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAADYaXBycAAAALZpcGNvAAAAdmh2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFluqumubgQEDAgAAAAwCAAAADAIQiAAEABkQBwXPBiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAEAAAABAAAAAQcGl4aQAAAAADCAgIAAAAGmlwbWEAAAAAAAAAAgABAoECAAICA4QAAAAaaXJlZgAAAAAAAAAOZGltZwACAAEAAQAAAD1tZGF0AAAAMSgBrwtIV7DQ9fzOzsRW6ie9YiDojo+9KMMuuTb8ZcBjX0nAOKC0bLitJfSgrE4mCbA=',
  'base64',
);

const xml = (body: string) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${body}`;
const ooxml = 'http://schemas.openxmlformats.org';
const relations = (type: string, target: string) =>
  xml(
    `<Relationships xmlns="${ooxml}/package/2006/relationships"><Relationship Id="rId1" Type="${ooxml}/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`,
  );
const contentTypes = (part: string, type: string) =>
  xml(
    `<Types xmlns="${ooxml}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`,
  );

/** A Word document with one line. */
export async function docx(name: string, seed: number): Promise<TestFile> {
  const body = `<w:document xmlns:w="${ooxml}/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Letter ${seed}</w:t></w:r></w:p></w:body></w:document>`;
  const buffer = await zipped({
    '[Content_Types].xml': contentTypes('/word/document.xml', 'wordprocessingml.document'),
    '_rels/.rels': relations('officeDocument', 'word/document.xml'),
    'word/document.xml': xml(body),
  });
  return {
    name,
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    buffer,
  };
}

/** An Excel sheet with one number. */
export async function xlsx(name: string, seed: number): Promise<TestFile> {
  const main = `${ooxml}/spreadsheetml/2006/main`;
  const sheet = `<worksheet xmlns="${main}"><sheetData><row r="1"><c r="A1"><v>${seed}</v></c></row></sheetData></worksheet>`;
  const book = `<workbook xmlns="${main}" xmlns:r="${ooxml}/officeDocument/2006/relationships"><sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>`;
  const buffer = await zipped({
    '[Content_Types].xml': contentTypes('/xl/workbook.xml', 'spreadsheetml.sheet'),
    '_rels/.rels': relations('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': xml(book),
    'xl/_rels/workbook.xml.rels': relations('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': xml(sheet),
  });
  return { name, mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', buffer };
}

export function csv(name: string, seed: number): TestFile {
  return { name, mimeType: 'text/csv', buffer: Buffer.from(`Month,Income\nJanuary,${seed}\n`) };
}

/** A small valid document of the type in its name. Its content depends on the whole name. */
export async function documentNamed(name: string): Promise<TestFile> {
  const seed = crc32(Buffer.from(name));
  switch (name.split('.').at(-1)?.toLowerCase()) {
    case 'pdf':
      return pdf(name, `${seed}`);
    case 'jpg':
    case 'jpeg':
      return photo(name, 1000);
    case 'png':
      return png(name, seed);
    case 'heic':
      return heic(name, seed);
    case 'docx':
      return docx(name, seed);
    case 'xlsx':
      return xlsx(name, seed);
    case 'csv':
      return csv(name, seed);
    default:
      return { name, mimeType: 'text/plain', buffer: Buffer.from(`the document ${name}`) };
  }
}

async function zipped(parts: Record<string, string>): Promise<Buffer<ArrayBuffer>> {
  const zip = new ZipFile();
  for (const [path, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), path);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
