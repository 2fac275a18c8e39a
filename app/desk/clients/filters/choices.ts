import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useFormats } from '#app/language/language.tsx';
import { useSession } from '#app/shared/session/session.tsx';
import { displayName } from '#domain/documents/file-display.ts';
import { yearChoices } from '#domain/documents/folders.ts';
import { msg } from '#domain/language/message.ts';
import { returnStatuses, returnStatusNames } from '#domain/returns/tax-return.ts';
import { assigneesQuery, withPapers } from '../../inbox/assignees.ts';
import type { ListFilters } from '../../manage-params.ts';
import { tagsQuery } from '../clients-query.ts';

// The labels of the filters are hidden on wide screens, so each choice says what it is about.

export const formChoices = [
  { value: 'any', label: msg`Any form` },
  { value: 'sent', label: msg`Form submitted` },
  { value: 'missing', label: msg`Form not submitted` },
] as const;

export const returnChoices = [
  { value: 'any', label: msg`Any status` },
  { value: 'none', label: msg`No return yet` },
  ...returnStatuses.map((value) => ({ value, label: returnStatusNames[value] })),
] as const;

const WAITING_DAYS = [7, 14, 30, 60];

/** The choices that depend on the office, each with the present one. */
export function useChoices(filters: ListFilters, thisYear: number) {
  const { t } = useLingui();
  const { count } = useFormats();
  const { user } = useSession();
  const { data: staff } = useQuery(assigneesQuery());
  const { data: tags = [] } = useQuery(tagsQuery());
  const others = withPapers(staff ?? []).filter(({ user_id }) => user_id !== user?.id);
  const isStaff = others.some(({ user_id }) => user_id === filters.preparer);
  const isUnknown = !['any', 'me', 'none'].includes(filters.preparer) && !isStaff;
  const days = [...new Set([...WAITING_DAYS, filters.waitingDays])].filter((some) => some > 0);

  return {
    years: yearChoices(thisYear).map((year) => ({ value: String(year), label: String(year) })),
    preparers: [
      { value: 'any', label: t`Any preparer` },
      { value: 'me', label: t`My clients` },
      { value: 'none', label: t`No preparer` },
      ...others.map((person) => ({ value: person.user_id, label: displayName(person) })),
      ...(isUnknown ? [{ value: filters.preparer, label: t`Another preparer` }] : []),
    ],
    tags: [
      { value: '', label: t`Any tag` },
      ...[...new Set([...tags, filters.tag])]
        .filter((tag) => tag !== '')
        .sort((a, b) => a.localeCompare(b))
        .map((tag) => ({ value: tag, label: tag })),
    ],
    waiting: [
      { value: '0', label: t`Any wait` },
      ...days
        .sort((a, b) => a - b)
        .map((some) => ({ value: String(some), label: t`Waiting ${{ days: count(some) }} days or more` })),
    ],
  };
}
