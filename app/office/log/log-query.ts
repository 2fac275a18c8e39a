import { infiniteQueryOptions } from '@tanstack/react-query';
import { respondOwn } from '#app/shared/api/own-fetch.ts';
import { rest } from '#app/shared/api/rest.ts';
import { type LogEntry, logKinds } from '#domain/office/office-log.ts';
import { addDays } from '#domain/office-time/days.ts';
import { zonedClock } from '#domain/office-time/zoned.ts';
import type { LogFilters } from './log-params.ts';

const PAGE = 50;
/** The time range of the days, in the office's time zone. */
function within({ from, to }: LogFilters, timeZone: string): { since?: string; until?: string } {
  const clock = zonedClock(timeZone);
  const startOf = (day: string) => new Date(clock.moment(day, '00:00')).toISOString();
  return {
    ...(from !== null && { since: startOf(from) }),
    ...(to !== null && { until: startOf(addDays(to, 1)) }),
  };
}

/** The entries in pages, latest first. */
export function logQuery(filters: LogFilters, timeZone: string) {
  const { person, kind, document } = filters;
  return infiniteQueryOptions({
    queryKey: ['office', 'log', filters, timeZone] as const,
    queryFn: async ({ signal, pageParam }): Promise<LogEntry[]> => {
      const { data, error } = await rest
        .rpc('office_log', {
          ...within(filters, timeZone),
          ...(person !== null && { person }),
          ...(kind !== null && { actions: [...logKinds[kind].actions] }),
          ...(document !== '' && { document }),
          page_size: PAGE,
          ...(pageParam && {
            before_at: pageParam.at,
            before_source: pageParam.source,
            before_id: pageParam.id,
          }),
        })
        .abortSignal(signal);
      if (error) throw error;
      return data;
    },
    initialPageParam: null as LogEntry | null,
    getNextPageParam: (page) => (page.length < PAGE ? null : (page.at(-1) ?? null)),
  });
}

/** The filtered log as a CSV file. Throws `ApiError` if the server refuses. */
export async function exportLog(filters: LogFilters, timeZone: string): Promise<Blob> {
  const { person, kind, document } = filters;
  const body = { ...within(filters, timeZone), person, kind, document };
  return (await respondOwn('/functions/v1/log-export', { body })).blob();
}
