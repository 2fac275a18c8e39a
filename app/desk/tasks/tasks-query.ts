import { dataOf, done } from '#app/shared/api/done.ts';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { functionQuery, pagedQuery, readQuery } from '#app/shared/api/read-query.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useLiveChanges } from '#app/shared/api/use-live-changes.ts';
import type { Database } from '#contract/generated/database.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { type Conflict, conflictingVersion } from './save-version.ts';

type Tables = Database['public']['Tables'];
type TaskRow = Tables['tasks']['Row'];
type TaskEntry = Pick<TaskRow, 'note' | 'owner_id' | 'due_on' | 'client_id'> & { title: string };

/** An open task, as `open_tasks` returns it (migration 0044_tasks). Without a title, its kind names it. */
export interface OpenTask extends Pick<TaskRow, keyof TaskEntry | 'id' | 'kind' | 'year'> {
  /** Null if there is no owner, or if they are no longer staff. */
  readonly owner_name: string | null;
  readonly client_name: string | null;
  /** Changes with each change of the task. */
  readonly updated_at: string;
}

export const tasksKey = ['tasks'] as const;

/** The query parameter of /manage/tasks: whose tasks are shown. */
export const whoIds = ['mine', 'all', 'unassigned'] as const;
export type Who = (typeof whoIds)[number];

export function parseWho(parameters: URLSearchParams): Who {
  const who = parameters.get('who');
  return whoIds.find((known) => known === who) ?? 'mine';
}

/** The default has the plain address. */
export function whoSearch(who: Who): string {
  return who === 'mine' ? '' : `?who=${who}`;
}

export const PAGE_ROWS = 100;

/** Open tasks by due date, in pages. */
export const openTasksQuery = (who: Who) => ({
  ...pagedQuery<OpenTask>([...tasksKey, 'open', who], PAGE_ROWS, (after) =>
    rest.rpc(
      'open_tasks',
      {
        wanted: who,
        page_size: PAGE_ROWS,
        ...(after && {
          after_id: after.id,
          ...(after.due_on !== null && { after_due: after.due_on }),
        }),
      },
      { get: true },
    ),
  ),
  staleTime: 0,
});

const COLUMNS = 'id, kind, title, note, owner_id, due_on, client_id, year, done_at, updated_at';

/** How many tasks, the newest, and how many dates of a client are shown in the case. */
const CASE_ROWS = 50;

/** The open tasks of a client. The names of the owners come from the list of staff. */
export const tasksOfClientQuery = (clientId: string) => ({
  ...readQuery([...tasksKey, 'of', clientId], () =>
    rest
      .from('tasks')
      .select(COLUMNS)
      .eq('client_id', clientId)
      .is('done_at', null)
      .order('created_at', { ascending: false })
      .limit(CASE_ROWS),
  ),
  select: (tasks: Omit<OpenTask, 'owner_name' | 'client_name'>[]): OpenTask[] =>
    tasks
      .map((task) => ({ ...task, owner_name: null, client_name: null }))
      .sort((a, b) => (a.due_on ?? '9').localeCompare(b.due_on ?? '9')),
  staleTime: 0,
});

export interface TaskVersion extends Omit<OpenTask, 'owner_name'> {
  readonly done_at: string | null;
}

async function clientName(id: string | null): Promise<string | null> {
  if (id === null) return null;
  const data = await dataOf(
    rest.from('user_profiles').select('first_name, last_name, email').eq('user_id', id).maybeSingle(),
  );
  return data && displayName(data);
}

/** Each throws the server's error. */
export const taskActions = {
  /** A second try with the same id changes nothing. */
  add: (id: string, entry: TaskEntry) =>
    done(rest.from('tasks').upsert({ id, ...entry }, { ignoreDuplicates: true })),
  async change(seen: TaskVersion, entry: Partial<TaskEntry>): Promise<Conflict<TaskVersion> | null> {
    const { id, updated_at } = seen;
    const { title, note, owner_id, due_on, client_id, done_at } = { ...seen, ...entry };
    const conflict = await conflictingVersion<Omit<TaskVersion, 'client_name'>>(
      rest.from('tasks').update(entry).eq('id', id).eq('updated_at', updated_at).select('id'),
      rest.from('tasks').select(COLUMNS).eq('id', id).single(),
      { title, note, owner_id, due_on, client_id, done_at },
    );
    if (!conflict) return null;
    const { theirs, columns } = conflict;
    return { theirs: { ...theirs, client_name: await clientName(theirs.client_id) }, columns };
  },
  finish: (id: string, isDone: boolean) => done(rest.rpc('finish_task', { task_id: id, done: isDone })),
};

type DateRow = Tables['client_dates']['Row'];

export type ClientDate = Pick<DateRow, 'id' | 'client_id' | 'kind' | 'year' | 'due_on' | 'label'>;
/** A date that can be edited: every change sets a new `updated_at`. */
export type DateVersion = ClientDate & Pick<DateRow, 'done_at' | 'updated_at'>;

/** Open dates of the next 14 days, and those that are over. */
export const upcomingDatesQuery = (who: Who) => ({
  ...functionQuery([...tasksKey, 'dates', who], 'upcoming_dates', { wanted: who }),
  staleTime: 0,
});

const DATE_COLUMNS = 'id, client_id, kind, year, due_on, label, done_at, updated_at';

/** The open dates of a client, the earliest first. */
export const datesOfClientQuery = (clientId: string) => ({
  ...readQuery([...tasksKey, 'dates of', clientId], () =>
    rest
      .from('client_dates')
      .select(DATE_COLUMNS)
      .eq('client_id', clientId)
      .is('done_at', null)
      .order('due_on')
      .limit(CASE_ROWS),
  ),
  staleTime: 0,
});

type DateEntry = Pick<DateRow, 'kind' | 'year' | 'due_on' | 'label'>;

const newestDate = (id: string) => rest.from('client_dates').select(DATE_COLUMNS).eq('id', id);

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

export const reloadTasks = () => invalidate(tasksKey);

/** Refetches what the page shows while colleagues and rules change it. */
export function useLiveTasks(): void {
  useLiveChanges([{ table: 'tasks' }, { table: 'client_dates' }], reloadTasks);
}
