import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { storedSession } from '../../api/stored-session.ts';
import type { Profile } from '../profile.ts';
import { type LastSeen, lastSeen, seenBy, siteVersion } from './last-seen.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /**
     * keeps: whether the person's next visit shows this answer immediately, then refreshes it. The second part of the query's key
     * is the person whose data it is.
     */
    queryMeta: { keeps?: (data: unknown) => boolean };
  }
}

/** In characters: a browser keeps five million, for all that the site stores. */
const MAX_LENGTH = 200_000;

/** Gives the person's last answers to the query client, as outdated ones. */
export function restoreAnswers(queries: QueryClient, userId: string): void {
  for (const [queryKey, data] of seenBy(userId)?.answers ?? []) {
    if (queries.getQueryData(queryKey) !== undefined) continue;
    // Kept for another visit even if no page of this one asks for it.
    const query = queries.getQueryCache().build(queries, { queryKey, meta: { keeps: () => true } });
    query.setData(data, { updatedAt: 0, manual: true });
  }
}

export function keepLastSeen(queries: QueryClient, userId: string, profile: Profile | null): void {
  const answers = queries
    .getQueryCache()
    .findAll({ predicate: ({ queryKey: [, owner] }) => owner === userId })
    .filter(({ meta, state }) => state.data !== undefined && meta?.keeps?.(state.data))
    .map(({ queryKey, state }): [QueryKey, unknown] => [queryKey, state.data]);
  const seen: LastSeen = { userId, version: siteVersion(), profile, answers };
  if (JSON.stringify(seen).length > MAX_LENGTH) lastSeen.clear();
  else lastSeen.save(seen);
  // Last: another tab may have ended the session, or begun another person's, a moment ago.
  if (storedSession.read()?.user.id !== userId) lastSeen.clear();
}
