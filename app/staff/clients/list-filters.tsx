import { SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '#app/ui/actions/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Checkbox } from '#app/ui/fields/checkbox.tsx';
import { yearChoices } from '#domain/documents/folders.ts';
import { returnStatuses, returnStatusNames } from '#domain/returns/tax-return.ts';
import { FilterSelect } from '../filter-select.tsx';
import { hasFilters, type ListFilters, listSearch } from '../manage-params.ts';

const forms = [
  { value: 'any', label: 'Any' },
  { value: 'sent', label: 'Submitted' },
  { value: 'missing', label: 'Not submitted' },
] as const;

const statuses = [
  { value: 'any', label: 'Any status' },
  { value: 'none', label: 'No return yet' },
  ...returnStatuses.map((value) => ({ value, label: returnStatusNames[value] })),
] as const;

/** The filters of the client list. Each change is a history entry. */
export function ListFiltersBar({ filters, thisYear }: { filters: ListFilters; thisYear: number }) {
  const navigate = useNavigate();
  const id = useId();
  // Phones show the filters only if one is set.
  const [isOpen, setOpen] = useState(hasFilters({ ...filters, term: '' }));
  const years = yearChoices(thisYear).map((year) => ({ value: String(year), label: String(year) }));

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
        Filters
      </Button>
      <fieldset
        id={id}
        className={classNames(
          'flex flex-wrap items-center gap-x-4 gap-y-2 lg:gap-x-5',
          !isOpen && 'max-lg:hidden',
        )}
      >
        <legend className="sr-only">Filter the users</legend>
        <FilterSelect
          label="Return"
          options={statuses}
          value={filters.status}
          isSet={filters.status !== 'any'}
          onChange={(status) => choose({ status })}
        />
        <FilterSelect
          label="Tax form"
          options={forms}
          value={filters.form}
          isSet={filters.form !== 'any'}
          onChange={(form) => choose({ form })}
        />
        <FilterSelect
          label="Year"
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
          New files
        </Checkbox>
        {hasFilters({ ...filters, term: '' }) && (
          <Button
            variant="quiet"
            size="small"
            onPress={() => choose({ form: 'any', status: 'any', newFiles: false, year: thisYear })}
          >
            Clear filters
          </Button>
        )}
      </fieldset>
    </>
  );
}
