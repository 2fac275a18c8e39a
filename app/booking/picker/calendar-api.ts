import { isConnectionError, messageOf } from '#app/shared/api/error-wording.ts';
import { ApiError, callFunction } from '#app/shared/api/public-api.ts';
import type {
  BookedTime,
  BookingRequest,
  CalendarErrorCode,
  ChangeRequest,
  FreeTimes,
} from '#contract/calendar.ts';

/** The captcha gave no pass. The message is for the visitor. */
export class CaptchaRefusal extends Error {}

export const readFreeTimes = (from: string | null, days: number) =>
  callFunction<FreeTimes>(`calendar?${new URLSearchParams({ ...(from && { from }), days: String(days) })}`, {
    method: 'GET',
  });

export const bookTime = (request: BookingRequest, pass: string) =>
  callFunction<BookedTime>('calendar-book', { method: 'POST', body: request, pass });

export const changeAppointment = (request: ChangeRequest) =>
  callFunction<BookedTime>('calendar-change', { method: 'POST', body: request });

export function isRefusal(error: unknown, code: CalendarErrorCode): boolean {
  return error instanceof ApiError && error.code === code;
}

/** The error message for the visitor: the calendar's own, if there is one. */
export function calendarErrorMessage(error: unknown): string {
  const tooMany = error instanceof ApiError && error.code === 'over_request_rate_limit';
  if (tooMany || isConnectionError(error)) return messageOf(error);
  const inWords = error instanceof ApiError || error instanceof CaptchaRefusal;
  return (inWords && error.message) || 'Something went wrong. Please try again.';
}
