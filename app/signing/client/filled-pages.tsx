import { useLingui } from '@lingui/react/macro';
import { useDates } from '#app/shared/format/dates.ts';
import { classNames } from '#app/ui/class-names.ts';
import type { PageShape } from '#domain/signing/geometry.ts';
import { initialsOf, type Signing } from '#domain/signing/marks.ts';
import type { Field } from '#domain/signing/request.ts';
import { MarkView } from '../document/mark-view.tsx';
import { place, Sheet } from '../document/sheet.tsx';
import type { Pdf } from '../document/use-document.ts';

interface FilledPagesProps {
  pdf: Pdf;
  name: string;
  fields: readonly Field[];
  signing: Signing;
}

export function FilledPages({ pdf, name, fields, signing }: FilledPagesProps) {
  const pages = [...new Set(fields.map(({ page }) => page))].sort((a, b) => a - b);
  return (
    <div className="flex flex-col gap-4">
      {pages.map((page) => (
        <Sheet key={page} pdf={pdf} number={page}>
          {(shape) =>
            fields
              .filter((field) => field.page === page)
              .map((field) => (
                <Filled key={field.id} field={field} shape={shape} name={name} signing={signing} />
              ))
          }
        </Sheet>
      ))}
    </div>
  );
}

function Filled({
  field,
  shape,
  name,
  signing,
}: {
  field: Field;
  shape: PageShape;
  name: string;
  signing: Signing;
}) {
  const { t } = useLingui();
  const { mediumDate } = useDates();
  const value = valueIn(field, name, signing, mediumDate(new Date().toISOString()));
  return (
    <div
      className="absolute flex items-center overflow-hidden text-code-ink outline-2 outline-action"
      style={{ ...place(shape, field), containerType: 'size' }}
    >
      <span
        className={classNames('flex h-full min-w-0 items-center', field.kind === 'check' && 'mx-auto')}
        style={{ fontSize: '62cqh' }}
      >
        {typeof value === 'object' ? <MarkView mark={value} /> : value === true ? '✓' : value || ''}
      </span>
      <span className="sr-only">{field.kind === 'signature' ? t`Your signature is here.` : ''}</span>
    </div>
  );
}

function valueIn(field: Field, name: string, { signature, initials, values }: Signing, today: string) {
  switch (field.kind) {
    case 'signature':
      return signature;
    case 'initials':
      return initials ?? { kind: 'typed' as const, text: initialsOf(name) };
    case 'date':
      return today;
    case 'name':
      return name;
    default:
      return values[field.id] ?? '';
  }
}
