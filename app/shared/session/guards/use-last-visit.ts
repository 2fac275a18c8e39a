import { useEffect, useState } from 'react';
import { queryClient } from '../../api/query-client.tsx';
import { announceFirstScreen, whenFirstScreenIsIdle } from '../../browser/first-screen.ts';
import { useSession } from '../session.tsx';
import { keepLastSeen, restoreAnswers } from '../stored/last-answers.ts';

/** When to load the rest, even if a request of the first screen is never answered. */
const SCREEN_MS = 10_000;

/** Draws what the person saw at the last visit, until the answers of this one are here, and keeps those for the next. */
export function useLastVisit(userId: string): void {
  const { profile, profileLoading } = useSession();
  useState(() => restoreAnswers(queryClient, userId));

  useEffect(() => {
    const keep = () => keepLastSeen(queryClient, userId, profile);
    keep();
    return queryClient.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated' && query.meta?.keeps && query.state.status === 'success') keep();
    });
  }, [userId, profile]);

  useEffect(() => {
    if (!profileLoading) void whenFirstScreenIsIdle(queryClient).then(announceFirstScreen);
    const timer = setTimeout(announceFirstScreen, SCREEN_MS);
    return () => clearTimeout(timer);
  }, [profileLoading]);
}
