import { useLingui } from '@lingui/react/macro';
import { History } from 'lucide-react';
import { useDates } from '#app/shared/format/dates.ts';
import { msg, plural } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { dependentNumber } from '#domain/tax-form/answers.ts';
import { fieldAt } from '#domain/tax-form/fields.ts';
import type { CopyLine } from '#domain/tax-form/staff/copy-lines.ts';
import type { LastPrint } from './forms-query.ts';

/** When the form was last printed, and how many answers changed since. */
export function PrintNote({ print, lines }: { print: LastPrint; lines: readonly CopyLine[] }) {
  const { t } = useLingui();
  const { dateAndTime } = useDates();
  const { printedBy, withNumbers } = print;
  const time = dateAndTime(print.printedAt);
  const person = printedBy || t`a deleted account`;
  const marked = lines.filter((line) => isChanged(line, print)).length;
  const removed = removedFrom(lines, print, t);
  return (
    <div className="flex flex-col gap-0.5 text-sm">
      <p className="figures text-muted">
        {withNumbers
          ? t`Printed with numbers by ${{ person }}, ${{ time }}`
          : t`Printed by ${{ person }}, ${{ time }}`}
      </p>
      {marked + removed.length > 0 && (
        <p className="flex items-start gap-1.5 font-semibold text-warning">
          <History size={16} aria-hidden className="mt-0.5 shrink-0" />
          <span>
            {marked > 0 &&
              t(
                msg`${plural({ count: marked }, { one: '# answer changed since then.', other: '# answers changed since then.' })}`,
              )}{' '}
            {removed.length > 0 && t`Removed since then: ${{ answers: removed.join(', ') }}`}
          </span>
        </p>
      )}
    </div>
  );
}

export const isChanged = ({ paths }: CopyLine, { changed }: LastPrint): boolean =>
  paths.some((path) => changed.includes(path));

/** The names of changed answers that have no line anymore. */
function removedFrom(lines: readonly CopyLine[], { changed }: LastPrint, t: Translate): string[] {
  const shown = new Set(lines.flatMap(({ paths }) => paths));
  const people = new Set(lines.map(({ path }) => dependentNumber(path)));
  const names = changed
    .filter((path) => !shown.has(path))
    .map((path) => {
      const number = dependentNumber(path);
      return number !== undefined && !people.has(number)
        ? t(msg`Dependent ${{ number }}`)
        : t(fieldAt(path).question);
    });
  return [...new Set(names)];
}
