import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { readQuery } from '#app/shared/api/read-query.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { opensPapers } from '#domain/account/roles.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { profileColumns } from '../profiles.ts';

/** All staff: super users first, then by name. */
export const assigneesQuery = readQuery(['staff'], () =>
  rest
    .from('user_profiles')
    .select(profileColumns)
    .neq('role', 'client')
    .order('role', { ascending: false })
    .order('first_name')
    .order('last_name')
    .order('email'),
);

/** The staff, with their names as the reader sees them. */
export function useStaff({ enabled = true } = {}) {
  const { t } = useLingui();
  const ownId = useSession().user?.id ?? '';
  const { data: staff = [] } = useQuery({ ...assigneesQuery, enabled });
  return {
    ownId,
    staff,
    /** Those who may have clients and tasks. */
    preparers: staff.filter(({ role }) => opensPapers(role)),
    nameOf(id: string): string {
      if (id === ownId) return t`You`;
      const found = staff.find(({ user_id }) => user_id === id);
      return found ? displayName(found) : t`A former colleague`;
    },
  };
}
