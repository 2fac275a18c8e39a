import { type EmbeddedFont, type PDF, type PDFPage, rgb } from '@libpdf/core';
import { type PageShape, pointOnPage, type ShownRect, shownRect } from '#domain/signing/geometry.ts';
import type { Mark } from '#domain/signing/schemas.ts';
import type { FilledField } from './jobs.ts';

export interface Fonts {
  text: EmbeddedFont;
  /** For typed signatures. */
  signature: EmbeddedFont;
}

const INK = rgb(0.05, 0.12, 0.35);
const PADDING = 2;

/** Draws what was filled in. Pages are drawn as they are shown, however they are turned. */
export function stamp(pdf: PDF, fields: readonly FilledField[], fonts: Fonts): void {
  for (const field of fields) {
    const page = pdf.getPage(field.page - 1);
    if (!page) throw new Error('a field is on a page that is not there');
    const shape = shapeOf(page);
    const box = shownRect(shape, field);
    const { value } = field;
    if (value === true) drawCheck(page, shape, box);
    else if (typeof value === 'string') drawText(page, shape, box, value, fonts.text);
    else if (typeof value === 'object') drawMark(page, shape, box, value, fonts);
  }
}

function shapeOf(page: PDFPage): PageShape {
  const { x, y, width, height } = page.getCropBox();
  return { x, y, width, height, rotation: page.rotation };
}

function drawMark(page: PDFPage, shape: PageShape, box: ShownRect, mark: Mark, fonts: Fonts): void {
  if (mark.kind === 'drawn') {
    drawStrokes(page, shape, box, mark);
    return;
  }
  const font = fonts.signature.canEncode(mark.text) ? fonts.signature : fonts.text;
  drawText(page, shape, box, mark.text, font);
}

/** One line, as large as the field allows. */
function drawText(page: PDFPage, shape: PageShape, box: ShownRect, given: string, font: EmbeddedFont): void {
  const text = legible(given, font);
  const widthAtOne = font.getTextWidth(text, 100) / 100;
  const size = Math.min(box.height * 0.72, (box.width - 2 * PADDING) / Math.max(widthAtOne, 0.01), 28);
  const { x, y } = pointOnPage(shape, box.left + PADDING, box.top + box.height / 2 + size * 0.34);
  page.drawText(text, { x, y, font, size, color: INK, rotate: { angle: shape.rotation, origin: { x, y } } });
}

function drawCheck(page: PDFPage, shape: PageShape, box: ShownRect): void {
  const side = Math.min(box.width, box.height) * 0.7;
  const left = box.left + (box.width - side) / 2;
  const top = box.top + (box.height - side) / 2;
  const line = [
    [left, top + side * 0.55],
    [left + side * 0.38, top + side],
    [left + side, top],
  ] as const;
  drawLine(page, shape, line, Math.max(side / 8, 1));
}

/** A drawing keeps its proportions. */
function drawStrokes(
  page: PDFPage,
  shape: PageShape,
  box: ShownRect,
  { ratio, strokes }: Extract<Mark, { kind: 'drawn' }>,
): void {
  const width = Math.min(box.width - 2 * PADDING, (box.height - 2 * PADDING) * ratio);
  const height = width / ratio;
  const left = box.left + PADDING;
  const top = box.top + (box.height - height) / 2;
  for (const stroke of strokes) {
    const points: [number, number][] = [];
    for (let i = 0; i + 1 < stroke.length; i += 2) {
      points.push([left + ((stroke[i] ?? 0) / 1000) * width, top + ((stroke[i + 1] ?? 0) / 1000) * height]);
    }
    drawLine(page, shape, points, 1.2);
  }
}

function drawLine(
  page: PDFPage,
  shape: PageShape,
  points: readonly (readonly [number, number])[],
  width: number,
): void {
  const [first, ...rest] = points.map(([left, top]) => pointOnPage(shape, left, top));
  if (!first) return;
  const path = page.drawPath().moveTo(first.x, first.y);
  // A point is a line without length, which round ends make visible.
  for (const { x, y } of rest.length > 0 ? rest : [first]) path.lineTo(x, y);
  path.stroke({ borderColor: INK, borderWidth: width, lineCap: 'round', lineJoin: 'round' });
}

/** Characters that the font doesn't have, by their numbers. */
export function legible(text: string, font: EmbeddedFont): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}]/gu, ' ');
  if (font.canEncode(plain)) return plain;
  return Array.from(plain, (character) =>
    font.canEncode(character)
      ? character
      : `[U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`,
  ).join('');
}
