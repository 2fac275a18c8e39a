import { infiniteQueryOptions } from '@tanstack/react-query';
import { dataOf } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';

/** A session, as `signed_in_people` returns it. */
export interface PersonSession {
  session_id: string;
  user_id: string;
  email: string;
  first_name: string;
  last_name: string;
  role: string;
  user_agent: string | null;
  time_zone: string | null;
  aal: string;
  created_at: string;
  last_used_at: string;
  is_current: boolean;
}

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
  });
}
