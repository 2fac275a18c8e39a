import { infiniteQueryOptions } from '@tanstack/react-query';
import { dataOf } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import type { Database } from '#contract/generated/database.ts';

type Row = Database['public']['Functions']['signed_in_people']['Returns'][number];
export type PersonSession = Omit<Row, 'user_agent' | 'time_zone'> & {
  user_agent: string | null;
  time_zone: string | null;
};

const PAGE = 50;

/** Active sessions of one person or of all, in pages, latest first. */
export function sessionsQuery({ person, onlyStaff = false }: { person?: string; onlyStaff?: boolean }) {
  return infiniteQueryOptions({
    queryKey: ['office', 'sessions', person ?? 'all', onlyStaff] as const,
    queryFn: ({ signal, pageParam }): Promise<PersonSession[]> =>
      dataOf(
        rest.rpc(
          'signed_in_people',
          {
            ...(person !== undefined && { person }),
            only_staff: onlyStaff,
            page_size: PAGE,
            ...(pageParam && { before_used_at: pageParam.last_used_at, before_id: pageParam.session_id }),
          },
          { get: true },
        ),
        signal,
      ),
    initialPageParam: null as PersonSession | null,
    getNextPageParam: (page) => (page.length < PAGE ? null : (page.at(-1) ?? null)),
    select: ({ pages }) => pages.flat(),
  });
}
