import { queryOptions } from '@tanstack/react-query';
import { dataOf, done } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import type { Database } from '#contract/generated/database.ts';
import type { DateKind } from '#domain/tasks/due-dates.ts';
import { type Conflict, conflictingVersion } from './save-version.ts';
import type { Who } from './task-params.ts';
import { tasksKey } from './tasks-query.ts';

type DateRow = Database['public']['Tables']['client_dates']['Row'];

export type ClientDate = Pick<DateRow, 'id' | 'client_id' | 'kind' | 'year' | 'due_on' | 'label'>;
/** A date that can be edited: every change sets a new `updated_at`. */
export type DateVersion = ClientDate & Pick<DateRow, 'done_at' | 'updated_at'>;

/** Open dates of the next 14 days, and those that are over. */
export function upcomingDatesQuery(who: Who) {
  return queryOptions({
    queryKey: [...tasksKey, 'dates', who] as const,
    queryFn: ({ signal }) => dataOf(rest.rpc('upcoming_dates', { wanted: who }, { get: true }), signal),
    staleTime: 0,
  });
}

const CASE_ROWS = 50;
const COLUMNS = 'id, client_id, kind, year, due_on, label, done_at, updated_at';

/** The open dates of a client, the earliest first. */
export function datesOfClientQuery(clientId: string) {
  return queryOptions({
    queryKey: [...tasksKey, 'dates of', clientId] as const,
    queryFn: ({ signal }): Promise<DateVersion[]> =>
      dataOf(
        rest
          .from('client_dates')
          .select(COLUMNS)
          .eq('client_id', clientId)
          .is('done_at', null)
          .order('due_on')
          .limit(CASE_ROWS),
        signal,
      ),
    staleTime: 0,
  });
}

interface DateEntry extends Pick<DateRow, 'year' | 'due_on' | 'label'> {
  kind: DateKind;
}

const newestDate = (id: string) => rest.from('client_dates').select(COLUMNS).eq('id', id);

/** Each throws the server's error. */
export const dateActions = {
  /** A second try with the same id changes nothing. */
  add: (id: string, clientId: string, entry: DateEntry) =>
    done(rest.from('client_dates').upsert({ id, client_id: clientId, ...entry }, { ignoreDuplicates: true })),
  change: (
    { id, updated_at, done_at }: DateVersion,
    { due_on, label }: DateEntry,
  ): Promise<Conflict<DateVersion> | null> =>
    conflictingVersion(
      rest
        .from('client_dates')
        .update({ due_on, label })
        .eq('id', id)
        .eq('updated_at', updated_at)
        .select('id'),
      newestDate(id).single(),
      { due_on, label, done_at },
    ),
  /** Any change since the version that was seen is a conflict. A date that is already gone is not. */
  remove: ({ id, updated_at, due_on, label, done_at }: DateVersion): Promise<Conflict<DateVersion> | null> =>
    conflictingVersion(
      rest.from('client_dates').delete().eq('id', id).eq('updated_at', updated_at).select('id'),
      newestDate(id).maybeSingle(),
      { due_on, label, done_at, updated_at },
    ),
  finish: (id: string, isDone: boolean) =>
    done(rest.rpc('finish_client_date', { date_id: id, done: isDone })),
};
