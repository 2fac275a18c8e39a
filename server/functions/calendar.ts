import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import type { BookedTime, FreeTimes } from '#contract/calendar.ts';
import { type BookingPerson, bookingIssues, bookingPerson } from '#domain/booking/fields.ts';
import { type Language, languages } from '#domain/language/language.ts';
import { isDay } from '#domain/office-time/days.ts';
import { CalendarError } from '#server/calendar/errors.ts';
import type { CaptchaPass } from '#server/database/database.ts';
import { bucketsForAddress, type TokenBuckets } from '#server/http/token-buckets.ts';
import type { Functions } from './service.ts';

/** The calendar as its functions use it (`server/calendar`). */
interface Calendar {
  free(from: string | undefined, days: number): Promise<FreeTimes>;
  book(
    pass: CaptchaPass | undefined,
    start: number,
    visitor: (BookingPerson & { language?: Language | undefined }) | undefined,
  ): Promise<BookedTime>;
  show(id: string): Promise<BookedTime>;
  proveEmail(id: string): Promise<void>;
  move(id: string, start: number): Promise<BookedTime>;
  cancel(id: string): Promise<BookedTime>;
}

interface Deps {
  calendar: Calendar;
  /** The appointment that a ticket is for, and whether it came by mail; undefined for an invalid ticket. */
  readTicket(ticket: string): { appointmentId: string; isMailed: boolean } | undefined;
  buckets: TokenBuckets;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Changes an appointment. Each change sends an email. */
const CHANGES = { points: 10, seconds: 3600 };
/** Bookings per network and day: enough for a household, but not for blocking the office's season. */
const TIMES = { points: 20, seconds: 86_400 };
const MAX_DAYS = 14;

const moment = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
const asked = z.object({
  from: z.string().refine(isDay).optional(),
  days: z.coerce.number().int().min(1).max(MAX_DAYS).default(7),
});
const text = z.string().max(1000).default('');
const booking = z.object({
  start: moment,
  name: text,
  phone: text,
  email: text,
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
        const { start, language, ...answers } = read(booking, await readJson(request));
        const issues = bookingIssues(answers);
        const { pass } = await call.caller();
        const giveBack = await buckets.take(bucketsForAddress(['appointment time'], call.address, TIMES));
        try {
          const visitor = issues.length === 0 ? { ...bookingPerson(answers), language } : undefined;
          return Response.json(await calendar.book(pass, start, visitor), { status: 201 });
        } catch (error) {
          // A failure to give the point back must not hide the original error.
          await giveBack().catch((err: unknown) =>
            log.warn({ err }, 'an appointment time was not given back'),
          );
          // Only if the pass has no appointment, which would have them already.
          const missing = error instanceof CalendarError && error.code === 'validation_failed';
          throw missing ? new CalendarError(error.code, null, issues[0]?.message) : error;
        }
      },
    },
    'calendar-change': {
      method: 'POST',
      answer: async (request) => {
        const { ticket, act } = read(change, await readJson(request));
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

async function readJson(request: Request): Promise<unknown> {
  try {
    return await request.json();
  } catch {
    return undefined;
  }
}
