import type { CalendarErrorCode } from '#contract/calendar.ts';
import { isPostgresError } from '#server/database/database.ts';

/** What the calendar refuses, with a message for people. */
export class CalendarError extends Error {
  readonly code: CalendarErrorCode;

  /** `message` replaces the catalog's own. */
  constructor(code: CalendarErrorCode, message = '') {
    super(message);
    this.code = code;
  }
}

/** What the database's functions refuse with (migration 0023). PT409, PT410 and PT429 have words for people there. */
const BY_STATE: Record<string, CalendarErrorCode> = {
  PT409: 'time_taken',
  PT410: 'over',
  PT429: 'too_many',
  // Somebody took the seat by another way than the functions.
  '23P01': 'time_taken',
  '22023': 'validation_failed',
  '42501': 'captcha_failed',
};

/** Throws what the database refuses as the calendar's own error, and any other error as it is. */
export async function refusals<T>(work: Promise<T>): Promise<T> {
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
