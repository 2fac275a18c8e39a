import type { PageShape } from '#domain/signing/geometry.ts';
import { keptOnPage, rectOnPage, shownRect } from '#domain/signing/geometry.ts';
import { type FieldKind, fieldSizes } from '#domain/signing/request.ts';
import type { Field } from '#domain/signing/schemas.ts';
import type { Pdf } from './use-document.ts';

const MAX_FOUND = 50;
const GAP = 6;

/** Fields behind each place where the text is found, such as "Signature:". */
export async function fieldsAtText(
  pdf: Pdf,
  text: string,
  kind: FieldKind,
  signerId: string,
): Promise<Field[]> {
  const wanted = text.trim().toLowerCase();
  const found: Field[] = [];
  for (let number = 1; wanted !== '' && number <= pdf.numPages && found.length < MAX_FOUND; number++) {
    const page = await pdf.getPage(number);
    const shape = shapeOf(page);
    const { items } = await page.getTextContent();
    for (const item of items) {
      if (!('str' in item) || !item.str.toLowerCase().includes(wanted)) continue;
      const [, , , , x = 0, y = 0] = item.transform as number[];
      const size = fieldSizes[kind];
      // The share of the item up to the end of the text that was found.
      const share = (item.str.toLowerCase().indexOf(wanted) + wanted.length) / item.str.length;
      const line = shownRect(shape, { x, y, width: item.width * share, height: item.height });
      const rect = keptOnPage(shape, {
        left: line.left + line.width + GAP,
        top: line.top + line.height - size.height,
        ...size,
      });
      found.push(newField(kind, signerId, number, { ...rectOnPage(shape, rect) }));
    }
  }
  return found.slice(0, MAX_FOUND);
}

export function shapeOf(page: { view: number[]; rotate: number }): PageShape {
  const [x = 0, y = 0, right = 612, top = 792] = page.view;
  const rotation = (((page.rotate % 360) + 360) % 360) as PageShape['rotation'];
  return { x, y, width: right - x, height: top - y, rotation };
}

export function newField(
  kind: FieldKind,
  signerId: string,
  page: number,
  rect: Pick<Field, 'x' | 'y' | 'width' | 'height'>,
): Field {
  return { id: crypto.randomUUID(), signer_id: signerId, kind, label: '', required: true, page, ...rect };
}
