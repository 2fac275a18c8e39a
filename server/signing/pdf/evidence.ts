import { type EmbeddedFont, type PDF, type PDFPage, rgb } from '@libpdf/core';
import { wrapped } from '#server/billing/pdf/sheet.ts';
import type { Evidence } from './jobs.ts';
import { legible } from './stamp.ts';

const PAGE = { width: 612, height: 792 };
const MARGIN = 54;
const WIDTH = PAGE.width - 2 * MARGIN;
const INK = rgb(0.1, 0.1, 0.1);
const MUTED = rgb(0.35, 0.35, 0.35);

/** Appends the page, or the pages, that say who signed, how, and when. */
export function appendEvidence(pdf: PDF, evidence: Evidence, font: EmbeddedFont, signedSha256: string): void {
  let page: PDFPage | undefined;
  let count = 0;
  let y = 0;
  const footer = { x: MARGIN, y: MARGIN - 18, font, size: 8, color: MUTED };
  const write = (text: string, size: number, gap: number, color = INK) => {
    for (const line of wrapped(legible(text, font), WIDTH, (part) => font.getTextWidth(part, size))) {
      if (page === undefined || y - size < MARGIN + 20) {
        page = pdf.addPage(PAGE);
        count += 1;
        y = PAGE.height - MARGIN;
        page.drawText(legible(`${evidence.end} ${count}`, font), footer);
      }
      y -= size * 1.35;
      page.drawText(line, { x: MARGIN, y, font, size, color });
    }
    y -= gap;
  };
  write(evidence.title, 18, 6);
  write(evidence.lead, 10, 10, MUTED);
  for (const { heading, lines } of evidence.parts) {
    write(heading, 12, 2);
    for (const line of lines) write(line, 9, 2);
    y -= 8;
  }
  write(`${evidence.signedHash} ${signedSha256}`, 9, 2);
}
