import type { BookedTime, FreeTimes, SavedAppointment } from '#contract/calendar.ts';
import { type BookingPerson, newAppointment } from '#domain/booking/fields.ts';
import {
  bookableDays,
  type CalendarRules,
  closedBecause,
  freeTimes,
  isOffered,
  type Occupation,
  type Span,
} from '#domain/booking/slots.ts';
import type { Language } from '#domain/language/language.ts';
import { addDays } from '#domain/office-time/days.ts';
import { spanOfDay, zonedClock } from '#domain/office-time/zoned.ts';
import type { CaptchaPass, Database } from '#server/database/database.ts';
import { type Readers, readerIn } from '#server/language/readers.ts';
import type { Office } from '#server/office/office.ts';
import { CalendarError, mapCalendarErrors } from './errors.ts';
import { invitation } from './invitation.ts';
import { changeLink, type Tickets } from './tickets.ts';

/** Which appointment a visitor means: the one of an earlier call with this request, or a new one. */
export interface Booking {
  /** The page's id. Without one, the pass tells what it has written. */
  request?: string | undefined;
  pass?: CaptchaPass | undefined;
  /** Null: only an appointment that exists can be booked. */
  person: BookingPerson | null;
  note?: string | undefined;
  /** The language of the page. */
  language?: Language | undefined;
}

interface Deps {
  database: Pick<Database, 'query'>;
  office: Pick<Office, 'current'>;
  siteUrl: string;
  tickets: Tickets;
  readers: Readers;
  now?: () => number;
}

interface Appointment {
  id: string;
  name: string;
  starts_at: Date | null;
  ends_at: Date | null;
  status: BookedTime['status'];
  sequence: number;
  language: string | null;
}

const COLUMNS = 'id, name, starts_at, ends_at, status, sequence, language';

/** Sends reminders 24 hours before each appointment, also those missed while no server ran. One server at a time. */
export const APPOINTMENT_REMINDERS = ['select nutmeg.remind_of_appointments()'];

export function createCalendar({ database, office, siteUrl, tickets, readers, now = Date.now }: Deps) {
  let clock = zonedClock(office.current().timeZone);
  const clockOf = ({ timeZone }: CalendarRules) => {
    if (clock.timeZone !== timeZone) clock = zonedClock(timeZone);
    return clock;
  };

  const queryRow = async (text: string, values: readonly unknown[]) => {
    const { rows } = await mapCalendarErrors(database.query<Appointment>(text, values));
    if (!rows[0]) throw new CalendarError('not_found');
    return rows[0];
  };
  const bookAppointment = (
    { request, pass, person, note, language }: Booking,
    start: Date | null,
    isElsewhere: boolean,
  ) => {
    const today = clockOf(office.current()).dayOf(now());
    return queryRow(`select ${COLUMNS} from nutmeg.book_appointment($1, $2, $3, $4, $5)`, [
      request ?? null,
      pass ? JSON.stringify(pass) : null,
      person && JSON.stringify({ ...newAppointment(person, today, note), language }),
      start,
      isElsewhere,
    ]);
  };
  const requireOffered = (start: number) => {
    const facts = office.current();
    if (isOffered(facts, start, now(), clockOf(facts))) return;
    throw new CalendarError('time_taken', 'not_bookable');
  };

  return {
    /** The free times of some days. Starts with the first bookable day if `from` (`YYYY-MM-DD`) is undefined. */
    free: async (from: string | undefined, count: number): Promise<FreeTimes> => {
      const moment = now();
      const facts = office.current();
      const clock = clockOf(facts);
      const { first, last } = bookableDays(facts, moment, clock);
      const requested = Array.from({ length: count }, (_, at) => addDays(from ?? first, at));
      const days = requested.filter((day) => day >= first && day <= last);
      const occupation = await readOccupation(database, {
        start: spanOfDay(days[0] ?? first, clock).start,
        end: spanOfDay(days.at(-1) ?? first, clock).end,
      });
      return {
        timeZone: facts.timeZone,
        slotMinutes: facts.calendar.slotMinutes,
        firstDay: first,
        lastDay: last,
        days: days.map((day) => {
          const closed = closedBecause(facts, day);
          const times = freeTimes(facts, day, moment, occupation, clock);
          return {
            day,
            times: times.map((time) => new Date(time).toISOString()),
            ...(closed === undefined ? {} : { closed }),
          };
        }),
      };
    },
    /** Creates the appointment if it is new, and gives it its time. */
    book: async (booking: Booking, start: number): Promise<BookedTime> => {
      requireOffered(start);
      return bookedTime(await bookAppointment(booking, new Date(start), false));
    },
    /** Creates it without a time. `isElsewhere`: an outside calendar has given it one. */
    save: async (booking: Booking, isElsewhere: boolean): Promise<SavedAppointment> => {
      const { id } = await bookAppointment(booking, null, isElsewhere);
      return { id };
    },
    /** Records that the link in a mail was opened, which proves the visitor's address. */
    proveEmail: async (id: string): Promise<void> => {
      await database.query('select nutmeg.prove_appointment_email($1)', [id]);
    },
    show: async (id: string): Promise<BookedTime> =>
      bookedTime(await queryRow(`select ${COLUMNS} from public.appointments where id = $1`, [id])),
    move: async (id: string, start: number): Promise<BookedTime> => {
      requireOffered(start);
      return bookedTime(
        await queryRow(`select ${COLUMNS} from nutmeg.move_time($1, $2)`, [id, new Date(start)]),
      );
    },
    cancel: async (id: string): Promise<BookedTime> =>
      bookedTime(await queryRow(`select ${COLUMNS} from nutmeg.cancel_time($1)`, [id])),
  };

  function bookedTime(row: Appointment): BookedTime {
    const { id, name, status, sequence, language, starts_at: start, ends_at: end } = row;
    if (!start || !end) throw new CalendarError('not_found');
    const ticket = tickets.ticketOf(id);
    const reader = readerIn(readers, language);
    const link = changeLink(siteUrl, ticket, reader.language);
    return {
      id,
      name,
      start: start.toISOString(),
      end: end.toISOString(),
      status,
      ticket,
      ics: invitation(
        { id, name, start, end, sequence },
        {
          office: office.current(),
          link,
          as: { method: 'PUBLISH' },
          now: new Date(now()),
          reader,
        },
      ),
    };
  }
}

/** The built-in booking calendar. Methods throw `CalendarError`. Times are in milliseconds since 1970. */
export type Calendar = ReturnType<typeof createCalendar>;

/** Appointments, and blocks, which have no seat. No appointment is longer than a day: the facts allow eight hours. */
const OCCUPATION = `
  select seat, starts_at, ends_at, false as "isBlock" from public.appointments
  where starts_at > $1::timestamptz - interval '1 day' and starts_at < $2 and ends_at > $1
    and status <> 'cancelled'
  union all
  select 0, starts_at, ends_at, true from public.calendar_blocks where starts_at < $2 and ends_at > $1`;

/** The appointments and blocks within a span of time. */
async function readOccupation(database: Pick<Database, 'query'>, { start, end }: Span): Promise<Occupation> {
  const { rows } = await database.query<{ seat: number; starts_at: Date; ends_at: Date; isBlock: boolean }>(
    OCCUPATION,
    [new Date(start), new Date(end)],
  );
  const spansOf = (ofBlocks: boolean) =>
    rows
      .filter(({ isBlock }) => isBlock === ofBlocks)
      .map(({ seat, starts_at, ends_at }) => ({ seat, start: starts_at.getTime(), end: ends_at.getTime() }));
  return { taken: spansOf(false), blocks: spansOf(true) };
}
