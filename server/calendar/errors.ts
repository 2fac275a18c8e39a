import {
  type CalendarDetail,
  type CalendarErrorCode,
  calendarDetails,
  calendarErrors,
} from '#contract/calendar.ts';
import { english } from '#domain/language/english.ts';
import { isPostgresError } from '#server/database/database.ts';

/** An error of the calendar. */
export class CalendarError extends Error {
  readonly code: CalendarErrorCode;
  readonly details: CalendarDetail | null;

  /** `message` replaces the catalog's own. */
  constructor(code: CalendarErrorCode, details: CalendarDetail | null = null, message?: string) {
    super(message ?? english(details === null ? calendarErrors[code].message : calendarDetails[details]));
    this.code = code;
    this.details = details;
  }
}

const isDetail = (key: string | undefined): key is CalendarDetail =>
  key !== undefined && Object.hasOwn(calendarDetails, key);

/** The SQLSTATEs of the database functions (migration 0030_calendar). PT409, PT410 and PT429 come with a message. */
const BY_STATE: Record<string, CalendarErrorCode> = {
  PT409: 'time_taken',
  PT410: 'over',
  PT429: 'too_many',
  // The seat was taken by a write outside of the functions.
  '23P01': 'time_taken',
  '42501': 'captcha_failed',
  '22023': 'validation_failed',
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
    const details = isDetail(error.detail) ? error.detail : null;
    throw new CalendarError(code, details, state.startsWith('PT') ? error.message : undefined);
  }
}
