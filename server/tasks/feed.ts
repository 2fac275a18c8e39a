import ical, { ICalCalendarMethod } from 'ical-generator';
import type { Business } from '#domain/business/business.ts';
import { msg } from '#domain/language/message.ts';
import type { Reader } from '#domain/language/translate.ts';
import { addDays } from '#domain/office-time/days.ts';
import { dateTitle, type NamedDate, type NamedTask, taskTitle } from '#domain/tasks/words.ts';

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
