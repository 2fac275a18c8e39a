import { useLingui } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { classNames } from '#app/ui/class-names.ts';
import { keptOnPage, type PageShape, rectOnPage, shownRect, shownSize } from '#domain/signing/geometry.ts';
import { type FieldKind, fieldSizes } from '#domain/signing/request.ts';
import type { Field } from '#domain/signing/schemas.ts';
import { place, Sheet, shapeOf } from '../document/sheet.tsx';
import type { Pdf } from '../document/use-document.ts';
import { fieldNames } from '../words.ts';

interface PlaceFieldsProps {
  pdf: Pdf;
  fields: readonly Field[];
  nameOf: (signerId: string) => string;
  selected: string | null;
  onSelect: (id: string) => void;
  /** A press on an empty place of a page. */
  onPlace: (page: number, shape: PageShape, left: number, top: number) => void;
  onMove: (field: Field) => void;
  onRemove: (id: string) => void;
}

/** The pages with the fields on them. A press places a field; fields are dragged, or moved with the arrow keys. */
export function PlaceFields({ pdf, fields, onPlace, ...rest }: PlaceFieldsProps) {
  const { t } = useLingui();
  return (
    <div className="flex flex-col gap-4">
      {Array.from({ length: pdf.numPages }, (_, i) => i + 1).map((page) => (
        <Sheet key={page} pdf={pdf} number={page}>
          {(shape) => (
            <>
              {/* The keyboard places fields with the button beside the document. */}
              <div
                aria-hidden
                title={t`Press to place a field`}
                className="absolute inset-0 cursor-crosshair"
                // A finger that begins to scroll presses down, too.
                onClick={(event) => {
                  const box = event.currentTarget.getBoundingClientRect();
                  const { width, height } = shownSize(shape);
                  onPlace(
                    page,
                    shape,
                    ((event.clientX - box.left) / box.width) * width,
                    ((event.clientY - box.top) / box.height) * height,
                  );
                }}
              />
              {fields
                .filter((field) => field.page === page)
                .map((field) => (
                  <PlacedField key={field.id} field={field} shape={shape} {...rest} />
                ))}
            </>
          )}
        </Sheet>
      ))}
    </div>
  );
}

type PlacedFieldProps = Pick<PlaceFieldsProps, 'nameOf' | 'selected' | 'onSelect' | 'onMove' | 'onRemove'> & {
  field: Field;
  shape: PageShape;
};

const STEP = 4;
const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function PlacedField({ field, shape, nameOf, selected, onSelect, onMove, onRemove }: PlacedFieldProps) {
  const { t } = useLingui();
  const drag = useRef<{ x: number; y: number } | null>(null);
  const isSelected = selected === field.id;

  /** By points of the page as it is shown. */
  function change(left: number, top: number, width = 0, height = 0): void {
    const before = shownRect(shape, field);
    const least = fieldSizes.check;
    const after = keptOnPage(shape, {
      left: before.left + left,
      top: before.top + top,
      width: Math.max(before.width + width, least.width),
      height: Math.max(before.height + height, least.height),
    });
    onMove({ ...field, ...rectOnPage(shape, after) });
  }

  function onKeyDown(event: KeyboardEvent): void {
    const arrow = ARROWS[event.key];
    if (event.key === 'Delete' || event.key === 'Backspace') onRemove(field.id);
    else if (!arrow) return;
    else if (event.shiftKey) change(0, 0, arrow[0] * STEP, arrow[1] * STEP);
    else change(arrow[0] * STEP, arrow[1] * STEP);
    event.preventDefault();
  }

  function onPointerMove(event: PointerEvent<HTMLButtonElement>): void {
    const from = drag.current;
    const sheet = event.currentTarget.parentElement;
    if (!from || !sheet) return;
    const scale = shownSize(shape).width / sheet.clientWidth;
    change((event.clientX - from.x) * scale, (event.clientY - from.y) * scale);
    drag.current = { x: event.clientX, y: event.clientY };
  }

  const kind = t(fieldNames[field.kind]);
  return (
    <button
      type="button"
      aria-label={t`${kind} of ${{ name: nameOf(field.signer_id) }} on page ${{ page: field.page }}. Arrow keys move it, Shift and arrow keys change its size, Delete removes it.`}
      aria-pressed={isSelected}
      className={classNames(
        'absolute cursor-move touch-none overflow-hidden border-2 text-left text-xs leading-tight text-code-ink',
        field.kind !== 'check' && 'px-1',
        isSelected ? 'border-accent bg-gold/70' : 'border-action bg-gold/40',
      )}
      style={place(shape, field)}
      onFocus={() => onSelect(field.id)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { x: event.clientX, y: event.clientY };
        onSelect(field.id);
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        drag.current = null;
      }}
    >
      {field.kind === 'check' ? <Check aria-hidden className="size-full" /> : kind}
    </button>
  );
}

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

export function newField(
  kind: FieldKind,
  signerId: string,
  page: number,
  rect: Pick<Field, 'x' | 'y' | 'width' | 'height'>,
): Field {
  return { id: crypto.randomUUID(), signer_id: signerId, kind, label: '', required: true, page, ...rect };
}
