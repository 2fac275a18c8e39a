import ical, { ICalCalendarMethod } from 'ical-generator';
import type { Business } from '#domain/business/business.ts';
import { msg } from '#domain/language/message.ts';
import type { Reader } from '#domain/language/translate.ts';
import { addDays } from '#domain/office-time/days.ts';
import { dateTitle, type NamedDate, type NamedTask, taskTitle } from '#domain/tasks/words.ts';
import { callFunction } from '#server/database/statement.ts';
import { bucketsForAddress } from '#server/http/token-buckets.ts';
import { readerOfPerson } from '#server/language/readers.ts';
import { download, type FunctionDeps, refusal } from './answers.ts';
import type { Functions } from './service.ts';

/** Programs read every few minutes, several from one network. */
const READS = { points: 120, seconds: 3600 };
const MAX_EVENTS = 500;
/** Overdue ones stay in sight for so long. */
const DAYS_BACK = 60;

/** `GET /functions/v1/task-feed?key=...`: the open tasks and dates of the staff person with this key, as iCalendar. */
export function taskFeedFunctions(deps: FunctionDeps): Functions {
  const { database, buckets, readers, office, siteUrl } = deps;
  return {
    'task-feed': {
      method: 'GET',
      answer: async (request, { address }) => {
        await buckets.take(bucketsForAddress(['task feed'], address, READS));
        const key = new URL(request.url).searchParams.get('key') ?? '';
        const owner = [key.replaceAll('\0', '')];
        const id = await callFunction<string | null>(database, 'nutmeg.task_feed_owner', owner);
        if (id === null) return refusal(404, 'This address is not used anymore');
        const { rows } = await database.query<FeedEntry>(ENTRIES, [id, DAYS_BACK, MAX_EVENTS]);
        const reader = await readerOfPerson(readers, database, id);
        const feed = taskFeed(rows, { office: office.current(), siteUrl, now: new Date(), reader });
        const file = download(feed, 'text/calendar; charset=utf-8', 'tasks.ics');
        file.headers.set('referrer-policy', 'no-referrer');
        return file;
      },
    },
  };
}

/** Own tasks, and the dates of the clients and returns that the person prepares. */
const ENTRIES = `
  select 'task' as of, t.id, t.due_on::text, t.kind, t.title, null as label, t.year
  from public.tasks t
  where t.owner_id = $1 and t.done_at is null and coalesce(t.due_on, 'infinity') < 'infinity'
    and coalesce(t.due_on, 'infinity') >= nutmeg.office_day() - $2::int
  union all
  select 'date', d.id, d.due_on::text, d.kind, null, d.label, d.year
  from nutmeg.dates_of($1) d
  where d.done_at is null and d.due_on >= nutmeg.office_day() - $2::int
  order by due_on limit $3`;

/** A task with a due date, or a client's date, without the client. */
export type FeedEntry = { id: string; due_on: string } & (
  | ({ of: 'task' } & NamedTask)
  | ({ of: 'date' } & NamedDate)
);

interface Options {
  office: Pick<Business, 'name' | 'contact'>;
  siteUrl: string;
  now: Date;
  reader: Reader;
}

/** How often programs should read it again, in seconds. */
const REFRESH = 60 * 60;

/** One all-day event per entry (RFC 5545). It names no client: all who have the address read it, and copies stay. */
export function taskFeed(
  entries: readonly FeedEntry[],
  { office, siteUrl, now, reader: { language, t } }: Options,
): string {
  const { email } = office.contact;
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const calendar = ical({
    name: t(msg`Tasks at ${{ office: office.name }}`),
    prodId: { company: office.name, product: 'Tasks', language: language.toUpperCase() },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH,
  });
  for (const entry of entries) {
    calendar.createEvent({
      id: `${entry.of}-${entry.id}@${domain}`,
      stamp: now,
      allDay: true,
      start: localDay(entry.due_on),
      // The day after, which is no part of the event.
      end: localDay(addDays(entry.due_on, 1)),
      summary: entry.of === 'task' ? taskTitle(entry, t) : dateTitle(entry, t),
      url: `${siteUrl}/manage/tasks`,
    });
  }
  return calendar.toString();
}

/** The library reads the day from the server's clock. */
function localDay(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}
