import { z } from 'zod';
import { bookingIssues, bookingPerson } from '#domain/booking/fields.ts';
import { languages } from '#domain/language/language.ts';
import { isDay } from '#domain/office-time/days.ts';
import type { Calendar } from '#server/calendar/calendar.ts';
import { CalendarError } from '#server/calendar/errors.ts';
import { bucketsForAddress } from '#server/http/token-buckets.ts';
import { type FunctionDeps, jsonOf } from './answers.ts';
import type { Functions } from './service.ts';

interface Deps extends Pick<FunctionDeps, 'buckets'> {
  calendar: Calendar;
  /** The appointment that a ticket is for, and whether it came by mail; undefined for an invalid ticket. */
  readTicket(ticket: string): { appointmentId: string; isMailed: boolean } | undefined;
  log: Pick<FunctionDeps['log'], 'warn'>;
}

/** Changes an appointment. Each change sends an email. */
const CHANGES = { points: 10, seconds: 3600 };
/** Bookings per network and day: enough for a household, but not for blocking the office's season. */
const TIMES = { points: 20, seconds: 86_400 };
/** Appointments without a time, in the bucket of all that visitors write (`server/rate-limits.ts`). */
const WRITTEN = { points: 60, seconds: 3600 };
const MAX_DAYS = 14;

const moment = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
const asked = z.object({
  from: z.string().refine(isDay).optional(),
  days: z.coerce.number().int().min(1).max(MAX_DAYS).default(7),
});
const text = z.string().max(1000).default('');
const booking = z.object({
  request: z.uuidv4().optional(),
  start: z.union([moment, z.literal('elsewhere')]).optional(),
  name: text,
  phone: text,
  email: text,
  note: z.string().max(500).optional(),
  /** An app may know languages that this server doesn't. */
  language: z.enum(languages).optional().catch(undefined),
});
const change = z.object({
  ticket: z.string().max(200),
  act: z.union([z.enum(['cancel', 'keep']), z.object({ move: moment })]).optional(),
});

/** The visitors' functions of the built-in calendar. No sign-in is needed. */
export function calendarFunctions({ calendar, readTicket, buckets, log }: Deps): Functions {
  return {
    calendar: {
      method: 'GET',
      answer: async (request) => {
        const { from, days } = read(asked, Object.fromEntries(new URL(request.url).searchParams));
        return Response.json(await calendar.free(from, days));
      },
    },
    'calendar-book': {
      method: 'POST',
      answer: async (request, call) => {
        const { start, name, phone, email, ...more } = read(booking, await jsonOf(request));
        const answers = { name, phone, email };
        const [issue] = bookingIssues(answers);
        const { pass } = await call.caller();
        // An appointment that waits for its time has them already.
        const wanted = { ...more, pass, person: issue ? null : bookingPerson(answers) };
        const hasTime = typeof start === 'number';
        const giveBack = await buckets.take(
          hasTime
            ? bucketsForAddress(['appointment time'], call.address, TIMES)
            : bucketsForAddress(['visitor', 'address'], call.address, WRITTEN),
        );
        try {
          const done = hasTime
            ? await calendar.book(wanted, start)
            : await calendar.save(wanted, start === 'elsewhere');
          return Response.json(done, { status: 201 });
        } catch (error) {
          // A failure to give the point back must not hide the original error.
          await giveBack().catch((err: unknown) =>
            log.warn({ err }, 'an appointment time was not given back'),
          );
          const isMissing = error instanceof CalendarError && error.code === 'validation_failed';
          throw issue && isMissing ? new CalendarError(error.code, null, issue.message) : error;
        }
      },
    },
    'calendar-change': {
      method: 'POST',
      answer: async (request) => {
        const { ticket, act } = read(change, await jsonOf(request));
        const known = readTicket(ticket);
        if (known === undefined) throw new CalendarError('not_found');
        const { appointmentId: id, isMailed } = known;
        if (act === undefined) return Response.json(await calendar.show(id));
        await buckets.take([{ key: ['appointment change', id], ...CHANGES }]);
        // Only what a person pressed proves that they read the mail.
        if (isMailed) await calendar.proveEmail(id);
        if (act === 'keep') return Response.json(await calendar.show(id));
        return Response.json(
          act === 'cancel' ? await calendar.cancel(id) : await calendar.move(id, act.move),
        );
      },
    },
  };
}

function read<T>(shape: z.ZodType<T>, given: unknown): T {
  const result = shape.safeParse(given);
  if (!result.success) throw new CalendarError('validation_failed');
  return result.data;
}
