import { normalizeCut } from '#domain/text/unicode.ts';

/** A minimal PDF writer: lines, boxes and text in the standard fonts. */

interface PdfPage {
  text(x: number, y: number, size: number, words: string, bold?: boolean): void;
  box(x: number, y: number, width: number, height: number): void;
  line(x: number, y: number, toX: number, toY: number): void;
}

/** US Letter, in points. */
const PAGE = { width: 612, height: 792 };

/** One function for each page; y counts from the top. */
export function pdf(pages: readonly ((page: PdfPage) => void)[]): Buffer {
  const contents = pages.map(drawn);
  const pageNumber = (index: number) => 5 + index * 2;
  const kids = contents.map((_, index) => `${pageNumber(index)} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${contents.length} >>`,
    ...['Helvetica', 'Helvetica-Bold'].map(
      (font) => `<< /Type /Font /Subtype /Type1 /BaseFont /${font} /Encoding /WinAnsiEncoding >>`,
    ),
    ...contents.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Contents ${pageNumber(index) + 1} 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  file += `${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

function drawn(draw: (page: PdfPage) => void): string {
  const parts: string[] = ['0.8 w'];
  const up = (y: number) => PAGE.height - y;
  draw({
    text: (x, y, size, words, bold = false) =>
      parts.push(`BT /F${bold ? 2 : 1} ${size} Tf ${x} ${up(y)} Td (${winAnsi(words)}) Tj ET`),
    box: (x, y, width, height) => parts.push(`${x} ${up(y + height)} ${width} ${height} re S`),
    line: (x, y, toX, toY) => parts.push(`${x} ${up(y)} m ${toX} ${up(toY)} l S`),
  });
  return parts.join('\n');
}

/** Accented letters are at their Latin-1 codes; the typographic apostrophe is not. */
function winAnsi(words: string): string {
  return normalizeCut(words, 1000)
    .replace(/[\\()]/g, '\\$&')
    .replace(/’/g, '\\222');
}
