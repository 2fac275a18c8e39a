import { queryOptions } from '@tanstack/react-query';
import { dataOf, done } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import type { DateKind } from '#domain/tasks/due-dates.ts';
import { type Conflict, conflictingVersion } from './save-version.ts';
import type { Who } from './task-params.ts';
import { tasksKey } from './tasks-query.ts';

export interface ClientDate {
  readonly id: string;
  readonly client_id: string;
  readonly kind: string;
  readonly year: number;
  readonly due_on: string;
  readonly label: string | null;
}

/** A date that can be edited: every change sets a new `updated_at`. */
export interface DateVersion extends ClientDate {
  readonly done_at: string | null;
  readonly updated_at: string;
}

export interface UpcomingDate extends ClientDate {
  readonly client_name: string;
}

/** Open dates of the next 14 days, and those that are over. */
export function upcomingDatesQuery(who: Who) {
  return queryOptions({
    queryKey: [...tasksKey, 'dates', who] as const,
    queryFn: ({ signal }): Promise<UpcomingDate[]> =>
      dataOf(rest.rpc('upcoming_dates', { wanted: who }, { get: true }), signal),
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

export interface DateEntry {
  kind: DateKind;
  year: number;
  due_on: string;
  label: string | null;
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
