import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '#app/ui/actions/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Checkbox } from '#app/ui/fields/checkbox.tsx';
import { yearChoices } from '#domain/documents/folders.ts';
import { msg } from '#domain/language/message.ts';
import { returnStatuses, returnStatusNames } from '#domain/returns/tax-return.ts';
import { FilterSelect } from '../filter-select.tsx';
import { hasFilters, type ListFilters, listSearch } from '../manage-params.ts';

const forms = [
  { value: 'any', label: msg({ message: 'Any', context: 'tax form' }) },
  { value: 'sent', label: msg({ message: 'Submitted', context: 'tax form' }) },
  { value: 'missing', label: msg({ message: 'Not submitted', context: 'tax form' }) },
] as const;

const statuses = [
  { value: 'any', label: msg`Any status` },
  { value: 'none', label: msg`No return yet` },
  ...returnStatuses.map((value) => ({ value, label: returnStatusNames[value] })),
] as const;

/** The filters of the client list. Each change is a history entry. */
export function ListFiltersBar({ filters, thisYear }: { filters: ListFilters; thisYear: number }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const id = useId();
  // Phones show the filters only if one is set.
  const [isOpen, setOpen] = useState(hasFilters({ ...filters, term: '' }));
  const years = yearChoices(thisYear).map((year) => ({ value: String(year), label: String(year) }));

  function inLanguage<Value extends string>(options: readonly { value: Value; label: MessageDescriptor }[]) {
    return options.map(({ value, label }) => ({ value, label: t(label) }));
  }

  function choose(changes: Partial<ListFilters>) {
    void navigate(
      { search: listSearch(window.location.search, changes, thisYear) },
      { preventScrollReset: true },
    );
  }

  return (
    <>
      <Button
        variant="secondary"
        icon={<SlidersHorizontal size={18} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={id}
        onPress={() => setOpen(!isOpen)}
        className="lg:hidden"
      >
        <Trans>Filters</Trans>
      </Button>
      <fieldset
        id={id}
        className={classNames(
          'flex flex-wrap items-center gap-x-4 gap-y-2 lg:gap-x-5',
          !isOpen && 'max-lg:hidden',
        )}
      >
        <legend className="sr-only">
          <Trans>Filter the users</Trans>
        </legend>
        <FilterSelect
          label={t({ message: 'Return', context: 'tax return' })}
          options={inLanguage(statuses)}
          value={filters.status}
          isSet={filters.status !== 'any'}
          onChange={(status) => choose({ status })}
        />
        <FilterSelect
          label={t`Tax form`}
          options={inLanguage(forms)}
          value={filters.form}
          isSet={filters.form !== 'any'}
          onChange={(form) => choose({ form })}
        />
        <FilterSelect
          label={t`Year`}
          options={years}
          value={String(filters.year)}
          isSet={filters.year !== thisYear}
          onChange={(year) => choose({ year: Number(year) })}
        />
        <Checkbox
          dense
          isSelected={filters.newFiles}
          onChange={(newFiles) => choose({ newFiles })}
          className="gap-2 text-sm"
        >
          <Trans>New files</Trans>
        </Checkbox>
        {hasFilters({ ...filters, term: '' }) && (
          <Button
            variant="quiet"
            size="small"
            onPress={() => choose({ form: 'any', status: 'any', newFiles: false, year: thisYear })}
          >
            <Trans>Clear filters</Trans>
          </Button>
        )}
      </fieldset>
    </>
  );
}
