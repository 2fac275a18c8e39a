import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '#app/shared/api/done.ts';
import { type Functions, pagedQuery, type RowOf } from '#app/shared/api/read-query.ts';
import { rest } from '#app/shared/api/rest.ts';

/** `new_email`: a corrected address that is not confirmed yet. */
export type OfficePerson = RowOf<'find_people', 'last_sign_in_at' | 'new_email'>;

export const wantedPeople = ['all', 'staff', 'clients', 'deactivated'] as const;
export type WantedPeople = (typeof wantedPeople)[number];

/** Links to a person's account page, and to the log of that person. */
export const personUrl = (userId: string) => `/manage/office/people?person=${userId}`;
export const logUrl = (userId: string) => `/manage/office/log?person=${userId}`;

const PAGE = 25;

const find = (search: Functions['find_people']['Args']) => rest.rpc('find_people', search, { get: true });

/** People by name or email in pages, newest first. */
export const peopleQuery = (term: string, wanted: WantedPeople) =>
  pagedQuery<OfficePerson>(['office', 'people', term, wanted], PAGE, (after) =>
    find({
      term,
      wanted,
      page_size: PAGE,
      ...(after && { before_created_at: after.created_at, before_id: after.id }),
    }),
  );

export function personQuery(userId: string) {
  return queryOptions({
    queryKey: ['office', 'person', userId] as const,
    queryFn: async ({ signal }): Promise<OfficePerson | null> =>
      (await dataOf(find({ person: userId }), signal))[0] ?? null,
  });
}

const MAX_STAFF = 100;
const rank = ({ role }: OfficePerson) => (role === 'super' ? 0 : 1);

/** All staff: super users first, then by name. */
export function staffQuery() {
  return queryOptions({
    queryKey: ['office', 'staff'] as const,
    queryFn: async ({ signal }) => {
      const staff: OfficePerson[] = await dataOf(find({ wanted: 'staff', page_size: MAX_STAFF }), signal);
      const name = (one: OfficePerson) => `${one.first_name} ${one.last_name} ${one.email}`;
      return staff.sort((a, b) => rank(a) - rank(b) || name(a).localeCompare(name(b)));
    },
  });
}
