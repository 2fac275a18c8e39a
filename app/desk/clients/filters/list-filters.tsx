import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Columns3, SlidersHorizontal, X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { useNavigate } from 'react-router';
import { useFormats } from '#app/language/language.tsx';
import { done } from '#app/shared/api/done.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { rest } from '#app/shared/api/rest.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Checkbox } from '#app/ui/fields/checkbox.tsx';
import { popoverStyle } from '#app/ui/popover-style.ts';
import { opensPapers } from '#domain/account/roles.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { yearChoices } from '#domain/documents/folders.ts';
import { returnStatuses, returnStatusNames } from '#domain/returns/tax-return.ts';
import { FilterSelect } from '../../filter-select.tsx';
import { useStaff } from '../../inbox/assignees.ts';
import { columnsSearch, hasFilters, type ListFilters, listSearch, noFilters } from '../../manage-params.ts';
import { tagsQuery } from '../clients-query.ts';
import { type ColumnId, columnIds, columns, defaultColumns } from '../columns/columns.ts';
import { chosenColumnsQuery, useColumns } from '../columns/use-columns.ts';

const WAITING_DAYS = [7, 14, 30, 60];

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
  const selects = useSelects(filters, thisYear);

  function choose(changes: Partial<ListFilters>) {
    void navigate(
      { search: listSearch(window.location.search, changes, thisYear) },
      { preventScrollReset: true },
    );
  }

  const checkbox = (name: 'newFiles' | 'archived', label: string) => (
    <Checkbox
      dense
      isSelected={filters[name]}
      onChange={(isOn) => choose({ [name]: isOn })}
      className="shrink-0 gap-1.5! text-sm lg:ml-1.5 lg:min-h-8 lg:min-w-0 lg:text-[0.8125rem]"
    >
      {label}
    </Checkbox>
  );

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
        {selects.map(({ name, label, options }) => (
          <FilterSelect
            key={name}
            dense
            label={label}
            options={options}
            value={String(filters[name])}
            isSet={filters[name] !== { ...noFilters, year: thisYear }[name]}
            onChange={(value) =>
              choose({ [name]: typeof filters[name] === 'number' ? Number(value) : value })
            }
          />
        ))}
        {checkbox('newFiles', t`New files`)}
        {checkbox('archived', t({ message: 'Archived', context: 'clients' }))}
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

/**
 * The filters that are selects, each with its present choice. Their labels are hidden on wide screens, so each choice says
 * what it is about.
 */
function useSelects(filters: ListFilters, thisYear: number) {
  const { t } = useLingui();
  const { count } = useFormats();
  const { ownId, preparers } = useStaff();
  const { data: tags = [] } = useQuery(tagsQuery);
  const others = preparers.filter(({ user_id }) => user_id !== ownId);
  const isStaff = others.some(({ user_id }) => user_id === filters.preparer);
  const isUnknown = !['any', 'me', 'none'].includes(filters.preparer) && !isStaff;
  const days = [...new Set([...WAITING_DAYS, filters.waitingDays])].filter((some) => some > 0);

  const tagOptions = [...new Set([...tags, filters.tag])]
    .filter((tag) => tag !== '')
    .sort((a, b) => a.localeCompare(b))
    .map((tag) => ({ value: tag, label: tag }));

  return [
    {
      name: 'status',
      label: t({ message: 'Return', context: 'tax return' }),
      options: [
        { value: 'any', label: t`Any status` },
        { value: 'none', label: t`No return yet` },
        ...returnStatuses.map((value) => ({ value, label: t(returnStatusNames[value]) })),
      ],
    },
    {
      name: 'form',
      label: t`Tax form`,
      options: [
        { value: 'any', label: t`Any form` },
        { value: 'sent', label: t`Form submitted` },
        { value: 'missing', label: t`Form not submitted` },
      ],
    },
    {
      name: 'year',
      label: t`Year`,
      options: yearChoices(thisYear).map((year) => ({ value: String(year), label: String(year) })),
    },
    {
      name: 'preparer',
      label: t`Preparer`,
      options: [
        { value: 'any', label: t`Any preparer` },
        { value: 'me', label: t`My clients` },
        { value: 'none', label: t`No preparer` },
        ...others.map((person) => ({ value: person.user_id, label: displayName(person) })),
        ...(isUnknown ? [{ value: filters.preparer, label: t`Another preparer` }] : []),
      ],
    },
    ...(tagOptions.length > 0
      ? [{ name: 'tag' as const, label: t`Tag`, options: [{ value: '', label: t`Any tag` }, ...tagOptions] }]
      : []),
    {
      name: 'waitingDays',
      label: t({ message: 'Waiting', context: 'column of returns' }),
      options: [
        { value: '0', label: t`Any wait` },
        ...days
          .sort((a, b) => a - b)
          .map((some) => ({ value: String(some), label: t`Waiting ${{ days: count(some) }} days or more` })),
      ],
    },
  ] as const;
}

function ColumnsMenu() {
  const { t } = useLingui();
  const { columns: shown, ofView } = useColumns();
  const ownId = useSession().user?.id ?? '';
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { queryKey } = chosenColumnsQuery(ownId);
  const save = useMutation({
    mutationFn: (columns: readonly ColumnId[]) =>
      done(rest.from('staff_preferences').upsert({ user_id: ownId, client_columns: [...columns] })),
    onMutate: (columns) => queries.setQueryData(queryKey, columns),
    onError: () => invalidate(queryKey),
  });

  /** Of the open view, in the address, or those that the person has chosen. */
  function choose(columns: readonly ColumnId[]): void {
    const search = columnsSearch(window.location.search, columns);
    if (ofView === null) save.mutate(columns);
    else void navigate({ search }, { replace: true, preventScrollReset: true });
  }

  return (
    <DialogTrigger>
      <IconButton
        label={t`Columns`}
        icon={<Columns3 size={18} aria-hidden />}
        dense
        className="border border-control bg-surface max-lg:hidden"
      />
      <Popover placement="bottom end" className={popoverStyle}>
        <Dialog aria-label={t`Columns`} className="flex min-w-52 flex-col p-3 outline-none">
          {columnIds.map((id) => (
            <Checkbox
              key={id}
              dense
              isSelected={shown.includes(id)}
              isDisabled={shown.length === 1 && shown[0] === id}
              onChange={(isShown) =>
                choose(columnIds.filter((other) => (other === id ? isShown : shown.includes(other))))
              }
              className="text-sm"
            >
              {t(columns[id].label)}
            </Checkbox>
          ))}
          <Button variant="quiet" size="small" className="mt-1" onPress={() => choose(defaultColumns)}>
            <Trans>Usual columns</Trans>
          </Button>
          {save.error && (
            <p role="alert" className="max-w-60 text-sm text-danger">
              {messageOf(save.error, t)}
            </p>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
