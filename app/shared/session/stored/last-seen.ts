import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { asRecord, storedJson } from '#app/shared/drafts/stored-value.ts';
import type { Profile } from '../profile.ts';
import { storedSession } from './stored-session.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /**
     * keeps: whether the person's next visit draws this answer at once, and mends it. The second part of the query's key
     * is the person whose data it is.
     */
    queryMeta: { keeps?: (data: unknown) => boolean };
  }
}

/** What the pages of a person showed last. It is private, so it is stored only as long as the session is. */
interface LastSeen {
  userId: string;
  /** Of the site: another one may have other answers. */
  version: string;
  profile: Profile | null;
  answers: [key: QueryKey, data: unknown][];
}

/** In characters: a browser keeps five million, for all that the site stores. */
const MAX_LENGTH = 200_000;

const stored = storedJson('local', 'nutmeg.last-seen', (value) => {
  const seen = asRecord(value);
  return seen?.version === siteVersion() && Array.isArray(seen.answers) ? (value as LastSeen) : null;
});

/** React Router's list of routes changes with every build that changes a script. */
function siteVersion(): string {
  return String(asRecord(Reflect.get(window, '__reactRouterManifest'))?.version);
}

/** Called when the session ends, in whatever way. */
export const forgetLastSeen = stored.clear;

/** Gives the person's last answers to the query client, as outdated ones. Returns their last profile. */
export function restoreLastSeen(queries: QueryClient, userId: string): Profile | null {
  const seen = stored.read();
  if (seen?.userId !== userId) return null;
  for (const [queryKey, data] of seen.answers) {
    if (queries.getQueryData(queryKey) !== undefined) continue;
    // Kept for another visit even if no page of this one asks for it.
    const query = queries.getQueryCache().build(queries, { queryKey, meta: { keeps: () => true } });
    query.setData(data, { updatedAt: 0, manual: true });
  }
  return seen.profile;
}

export function keepLastSeen(queries: QueryClient, userId: string, profile: Profile | null): void {
  const answers = queries
    .getQueryCache()
    .findAll({ predicate: ({ queryKey: [, owner] }) => owner === userId })
    .filter(({ meta, state }) => state.data !== undefined && meta?.keeps?.(state.data))
    .map(({ queryKey, state }): [QueryKey, unknown] => [queryKey, state.data]);
  const seen: LastSeen = { userId, version: siteVersion(), profile, answers };
  if (JSON.stringify(seen).length > MAX_LENGTH) stored.clear();
  else stored.save(seen);
  // Last: another tab may have ended the session, or begun another person's, a moment ago.
  if (storedSession()?.user.id !== userId) stored.clear();
}
