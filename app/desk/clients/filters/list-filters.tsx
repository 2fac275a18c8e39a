import { Trans, useLingui } from '@lingui/react/macro';
import { SlidersHorizontal, X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Checkbox } from '#app/ui/fields/checkbox.tsx';
import { opensPapers } from '#domain/account/roles.ts';
import { FilterSelect } from '../../filter-select.tsx';
import { hasFilters, type ListFilters, listSearch, noFilters } from '../../manage-params.ts';
import { ColumnsMenu } from '../columns/columns-menu.tsx';
import { formChoices, returnChoices, useChoices } from './choices.ts';

interface Props {
  filters: ListFilters;
  thisYear: number;
  /** Another button, beside that of the filters on phones. */
  children: ReactNode;
}

/** The filters of the client list, in one line on wide screens. Each change is a history entry. */
export function ListFiltersBar({ filters, thisYear, children }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const id = useId();
  // Phones show the filters only if one is set.
  const [isOpen, setOpen] = useState(hasFilters({ ...filters, term: '' }));
  const choices = useChoices(filters, thisYear);

  function choose(changes: Partial<ListFilters>) {
    void navigate(
      { search: listSearch(window.location.search, changes, thisYear) },
      { preventScrollReset: true },
    );
  }

  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2 max-lg:basis-full lg:flex-nowrap">
      <Button
        variant="secondary"
        icon={<SlidersHorizontal size={18} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={id}
        onPress={() => setOpen(!isOpen)}
        className="flex-1 lg:hidden"
      >
        <Trans>Filters</Trans>
      </Button>
      <span className="min-w-28 lg:hidden">{children}</span>
      <fieldset
        id={id}
        className={classNames(
          'flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2 max-lg:basis-full lg:gap-x-2 lg:gap-y-1',
          !isOpen && 'max-lg:hidden',
        )}
      >
        <legend className="sr-only">{t`Filter the users`}</legend>
        <FilterSelect
          dense
          label={t({ message: 'Return', context: 'tax return' })}
          options={returnChoices.map(({ value, label }) => ({ value, label: t(label) }))}
          value={filters.status}
          isSet={filters.status !== 'any'}
          onChange={(status) => choose({ status })}
        />
        <FilterSelect
          dense
          label={t`Tax form`}
          options={formChoices.map(({ value, label }) => ({ value, label: t(label) }))}
          value={filters.form}
          isSet={filters.form !== 'any'}
          onChange={(form) => choose({ form })}
        />
        <FilterSelect
          dense
          label={t`Year`}
          options={choices.years}
          value={String(filters.year)}
          isSet={filters.year !== thisYear}
          onChange={(year) => choose({ year: Number(year) })}
        />
        <FilterSelect
          dense
          label={t`Preparer`}
          options={choices.preparers}
          value={filters.preparer}
          isSet={filters.preparer !== 'any'}
          onChange={(preparer) => choose({ preparer })}
        />
        {choices.tags.length > 1 && (
          <FilterSelect
            dense
            label={t`Tag`}
            options={choices.tags}
            value={filters.tag}
            isSet={filters.tag !== ''}
            onChange={(tag) => choose({ tag })}
          />
        )}
        <FilterSelect
          dense
          label={t({ message: 'Waiting', context: 'column of returns' })}
          options={choices.waiting}
          value={String(filters.waitingDays)}
          isSet={filters.waitingDays > 0}
          onChange={(days) => choose({ waitingDays: Number(days) })}
        />
        <Checkbox
          dense
          isSelected={filters.newFiles}
          onChange={(newFiles) => choose({ newFiles })}
          className="shrink-0 gap-1.5! text-sm lg:ml-1.5 lg:min-h-8 lg:min-w-0 lg:text-[0.8125rem]"
        >
          <Trans>New files</Trans>
        </Checkbox>
        <Checkbox
          dense
          isSelected={filters.archived}
          onChange={(archived) => choose({ archived })}
          className="shrink-0 gap-1.5! text-sm lg:ml-1.5 lg:min-h-8 lg:min-w-0 lg:text-[0.8125rem]"
        >
          <Trans context="clients">Archived</Trans>
        </Checkbox>
        {hasFilters({ ...filters, term: '' }) && (
          <Button
            variant="quiet"
            size="small"
            icon={<X size={16} aria-hidden />}
            className="lg:min-h-8 lg:px-2"
            onPress={() => choose({ ...noFilters, year: thisYear })}
          >
            <span className="lg:sr-only">{t`Clear filters`}</span>
          </Button>
        )}
      </fieldset>
      {opensPapers(useSession().role) && <ColumnsMenu />}
    </div>
  );
}
