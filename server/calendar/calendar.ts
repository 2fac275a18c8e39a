import type { BookedTime, FreeTimes } from '#contract/calendar.ts';
import {
  bookableDays,
  type CalendarRules,
  closedBecause,
  freeTimes,
  isOffered,
} from '#domain/booking/slots.ts';
import type { Business } from '#domain/business/business.ts';
import { addDays } from '#domain/office-time/days.ts';
import { spanOfDay, zonedClock } from '#domain/office-time/zoned.ts';
import type { CaptchaPass, Database } from '#server/database/database.ts';
import { CalendarError, refusals } from './errors.ts';
import { invitation } from './invitation.ts';
import { changeLink } from './links.ts';
import { occupationOf } from './occupation.ts';
import type { Tickets } from './tickets.ts';

export interface Visitor {
  name: string;
  phone: string;
  email: string | null;
}

/** The office's own calendar, for visitors. What is refused is thrown as `CalendarError`. */
export interface Calendar {
  /** Without a day to begin with: from the first that can be booked. */
  free(from: string | undefined, days: number): Promise<FreeTimes>;
  /** `visitor` is asked only where the pass has not written an appointment yet. */
  book(pass: CaptchaPass | undefined, start: number, visitor: Visitor | undefined): Promise<BookedTime>;
  show(id: string): Promise<BookedTime>;
  /** The link in a letter was opened: the appointment belongs to the owner of that address. */
  proveEmail(id: string): Promise<void>;
  move(id: string, start: number): Promise<BookedTime>;
  cancel(id: string): Promise<BookedTime>;
}

interface Parts {
  database: Pick<Database, 'query'>;
  office: Pick<Business, 'name' | 'contact'> & CalendarRules;
  siteUrl: string;
  tickets: Tickets;
  now?: () => number;
}

interface Appointment {
  id: string;
  name: string;
  starts_at: Date | null;
  ends_at: Date | null;
  status: BookedTime['status'];
  sequence: number;
}

const COLUMNS = 'id, name, starts_at, ends_at, status, sequence';

export function createCalendar({ database, office, siteUrl, tickets, now = Date.now }: Parts): Calendar {
  const clock = zonedClock(office.timeZone);

  const one = async (text: string, values: readonly unknown[]) => {
    const { rows } = await refusals(database.query<Appointment>(text, values));
    return bookedTime(rows[0]);
  };
  const refuseUnoffered = (start: number) => {
    if (isOffered(office, start, now(), clock)) return;
    throw new CalendarError('time_taken', 'This time can’t be booked. Please choose another one.');
  };

  return {
    free: async (from, count) => {
      const moment = now();
      const { first, last } = bookableDays(office, moment, clock);
      const asked = Array.from({ length: count }, (_, at) => addDays(from ?? first, at));
      const days = asked.filter((day) => day >= first && day <= last);
      const occupation = await occupationOf(database, {
        start: spanOfDay(days[0] ?? first, clock).start,
        end: spanOfDay(days.at(-1) ?? first, clock).end,
      });
      return {
        timeZone: office.timeZone,
        slotMinutes: office.calendar.slotMinutes,
        firstDay: first,
        lastDay: last,
        days: days.map((day) => {
          const closed = closedBecause(office, day);
          const times = freeTimes(office, day, moment, occupation, clock);
          return {
            day,
            times: times.map((time) => new Date(time).toISOString()),
            ...(closed === undefined ? {} : { closed }),
          };
        }),
      };
    },
    book: async (pass, start, visitor) => {
      refuseUnoffered(start);
      return one(`select ${COLUMNS} from nutmeg.book_time($1, $2, $3)`, [
        pass ? JSON.stringify(pass) : null,
        new Date(start),
        visitor ? JSON.stringify(visitor) : null,
      ]);
    },
    proveEmail: async (id) => {
      await database.query('select nutmeg.prove_appointment_email($1)', [id]);
    },
    show: (id) => one(`select ${COLUMNS} from public.appointments where id = $1`, [id]),
    move: async (id, start) => {
      refuseUnoffered(start);
      return one(`select ${COLUMNS} from nutmeg.move_time($1, $2)`, [id, new Date(start)]);
    },
    cancel: (id) => one(`select ${COLUMNS} from nutmeg.cancel_time($1)`, [id]),
  };

  function bookedTime(row: Appointment | undefined): BookedTime {
    if (!row?.starts_at || !row.ends_at) throw new CalendarError('not_found');
    const { id, name, status, sequence, starts_at: start, ends_at: end } = row;
    const ticket = tickets.ticketOf(id);
    const link = changeLink(siteUrl, ticket);
    return {
      id,
      name,
      start: start.toISOString(),
      end: end.toISOString(),
      status,
      ticket,
      ics: invitation(
        { id, name, start, end, sequence },
        { office, link, as: { method: 'PUBLISH' }, now: new Date(now()) },
      ),
    };
  }
}
