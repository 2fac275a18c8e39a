import { Plural, useLingui } from '@lingui/react/macro';
import { ToggleButton } from 'react-aria-components/ToggleButton';
import { classNames } from '#app/ui/class-names.ts';
import { dollarsAndCents } from '#domain/billing/money.ts';
import { type Age, ageNames, ages, type Summary } from './page-queries.ts';

interface AgingProps {
  summary: Summary | undefined;
  current: Age | null;
  onChoose: (age: Age) => void;
}

/** What is open, by how long it is overdue. Pressing one shows only its bills. */
export function Aging({ summary, current, onChoose }: AgingProps) {
  const { t } = useLingui();
  return (
    <ul aria-label={t`Open bills by age`} className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-5">
      {ages.map((age) => {
        const { bills, cents } = summary?.get(age) ?? { bills: 0, cents: 0 };
        const isLate = age !== 'not_due' && bills > 0;
        return (
          <li key={age} className="flex">
            <ToggleButton
              isSelected={age === current}
              onChange={() => onChoose(age)}
              className="flex w-full cursor-pointer flex-col items-start rounded-card border border-line bg-surface p-3 text-left hover:bg-sunken selected:border-action selected:bg-action-soft"
            >
              <span className="text-sm text-muted">{t(ageNames[age])}</span>
              <span className={classNames('figures text-lg font-semibold', isLate && 'text-danger')}>
                {dollarsAndCents(cents)}
              </span>
              <span className="figures text-sm text-muted">
                <Plural value={{ bills }} one="# bill" other="# bills" />
              </span>
            </ToggleButton>
          </li>
        );
      })}
    </ul>
  );
}
