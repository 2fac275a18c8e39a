import { isConnectionError, messageOf } from '#app/shared/api/error-wording.ts';
import { ApiError, callFunction } from '#app/shared/api/public-api.ts';
import type {
  BookedTime,
  BookingRequest,
  CalendarErrorCode,
  ChangeRequest,
  FreeTimes,
} from '#contract/calendar.ts';

/** The captcha gave no pass: in words for people already. */
export class CaptchaRefusal extends Error {}

export const readFreeTimes = (from: string | null, days: number) =>
  callFunction<FreeTimes>(`calendar?${new URLSearchParams({ ...(from && { from }), days: String(days) })}`, {
    method: 'GET',
  });

export const bookTime = (request: BookingRequest, pass: string) =>
  callFunction<BookedTime>('calendar-book', { method: 'POST', body: request, pass });

export const changeBooked = (request: ChangeRequest) =>
  callFunction<BookedTime>('calendar-change', { method: 'POST', body: request });

export function refusedAs(error: unknown, code: CalendarErrorCode): boolean {
  return error instanceof ApiError && error.code === code;
}

/** What went wrong, for people: the calendar's own words, where it has some. */
export function calendarProblem(error: unknown): string {
  const tooMany = error instanceof ApiError && error.code === 'over_request_rate_limit';
  if (tooMany || isConnectionError(error)) return messageOf(error);
  const inWords = error instanceof ApiError || error instanceof CaptchaRefusal;
  return (inWords && error.message) || 'Something went wrong. Please try again.';
}
