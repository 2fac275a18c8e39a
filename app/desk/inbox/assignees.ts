import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import type { Profile } from '#app/shared/session/profile.ts';
import { opensPapers } from '#domain/account/roles.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { profileColumns } from '../profiles.ts';

/** All staff: super users first, then by name. */
export function assigneesQuery() {
  return queryOptions({
    queryKey: ['staff'] as const,
    queryFn: ({ signal }): Promise<Profile[]> =>
      dataOf(
        rest
          .from('user_profiles')
          .select(profileColumns)
          .neq('role', 'client')
          .order('role', { ascending: false })
          .order('first_name')
          .order('last_name')
          .order('email'),
        signal,
      ),
  });
}

/** Those of them who may have clients and tasks. */
export const withPapers = (staff: readonly Profile[]): Profile[] =>
  staff.filter(({ role }) => opensPapers(role));

/** The assignee's name as shown to the user `ownId`. */
export function assigneeName(staff: readonly Profile[], id: string, ownId: string, t: Translate): string {
  if (id === ownId) return t(msg`You`);
  const found = staff.find(({ user_id }) => user_id === id);
  return found ? displayName(found) : t(msg`A former colleague`);
}
