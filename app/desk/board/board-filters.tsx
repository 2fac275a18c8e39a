import { Plural, useLingui } from '@lingui/react/macro';
import { useOfficeYear } from '#app/shared/office-year.ts';
import type { Profile } from '#app/shared/session/profile.ts';
import { useWideScreen } from '#app/ui/layout/use-wide-screen.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { yearChoices } from '#domain/documents/folders.ts';
import { returnStatuses, returnStatusNames } from '#domain/returns/tax-return.ts';
import { FilterSelect } from '../filter-select.tsx';
import { type BoardParams, waitingChoices } from './board-params.ts';
import type { Board } from './board-query.ts';

export interface BoardFiltersProps {
  params: BoardParams;
  /** The others in the office. */
  staff: readonly Profile[];
  board: Board | undefined;
  onChange: (changes: Partial<BoardParams>) => void;
}

/** Which returns are on the board; on phones also, which step is shown. */
export function BoardFilters({ params, staff, board, onChange }: BoardFiltersProps) {
  const { t } = useLingui();
  const isWide = useWideScreen();
  const thisYear = useOfficeYear();
  const { year, preparer, waitingDays, step } = params;
  const total = [...(board?.values() ?? [])].reduce((sum, column) => sum + column.total, 0);
  const years = yearChoices(thisYear).map((one) => ({ value: String(one), label: String(one) }));
  const preparers = [
    { value: 'any', label: t`Anyone` },
    { value: 'me', label: t`You` },
    { value: 'none', label: t({ message: 'None', context: 'preparer' }) },
    ...staff.map((one) => ({ value: one.user_id, label: displayName(one) })),
  ];
  const ages = waitingChoices.map((days) => ({
    value: String(days),
    label: days === 0 ? t`Any time` : t`${days} days or longer`,
  }));
  return (
    <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-2 lg:gap-x-5">
      <legend className="sr-only">{t`Filter the board`}</legend>
      {!isWide && (
        <FilterSelect
          label={t({ message: 'Step', context: 'tax return' })}
          options={returnStatuses.map((value) => ({
            value,
            label: `${t(returnStatusNames[value])} (${board?.get(value)?.total ?? 0})`,
          }))}
          value={step}
          isSet={false}
          onChange={(chosen) => onChange({ step: chosen })}
        />
      )}
      <FilterSelect
        label={t`Preparer`}
        options={preparers}
        value={preparer}
        isSet={preparer !== 'any'}
        onChange={(chosen) => onChange({ preparer: chosen })}
      />
      <FilterSelect
        label={t({ message: 'Waiting', context: 'tax return' })}
        options={ages}
        value={String(waitingDays)}
        isSet={waitingDays !== 0}
        onChange={(days) => onChange({ waitingDays: Number(days) })}
      />
      <FilterSelect
        label={t`Year`}
        options={years}
        value={String(year)}
        isSet={year !== thisYear}
        onChange={(chosen) => onChange({ year: Number(chosen) })}
      />
      <p role="status" className="figures text-sm text-muted lg:ml-auto">
        {board && <Plural value={total} one="# return" other="# returns" />}
      </p>
    </fieldset>
  );
}
