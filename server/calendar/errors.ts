import type { CalendarErrorCode } from '#contract/calendar.ts';
import { isPostgresError } from '#server/database/database.ts';

/** An error of the calendar, with a message for people. */
export class CalendarError extends Error {
  readonly code: CalendarErrorCode;

  /** `message` replaces the catalog's own. */
  constructor(code: CalendarErrorCode, message = '') {
    super(message);
    this.code = code;
  }
}

/** The SQLSTATEs of the database functions (migration 0030_calendar). PT409, PT410 and PT429 come with a message for people. */
const BY_STATE: Record<string, CalendarErrorCode> = {
  PT409: 'time_taken',
  PT410: 'over',
  PT429: 'too_many',
  // The seat was taken by a write outside of the functions.
  '23P01': 'time_taken',
  '22023': 'validation_failed',
  '42501': 'captcha_failed',
};

/** Converts known database errors to `CalendarError`. Other errors are rethrown. */
export async function mapCalendarErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!isPostgresError(error)) throw error;
    const state = error.code ?? '';
    const code = BY_STATE[state];
    if (code === undefined) throw error;
    throw new CalendarError(code, state.startsWith('PT') ? error.message : '');
  }
}
