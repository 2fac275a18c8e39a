const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * What a visitor who has just booked may expect by mail. Times are milliseconds since 1970. Who books within a day of
 * the appointment is not reminded of it (nutmeg.remind_of_appointments).
 */
export function mailPromise(email: string, start: number, now: number): string {
  if (email === '') return 'You gave no email, so please write the time down, or put it into your calendar.';
  const sent = `We have sent the confirmation to ${email}`;
  return start - now > DAY_MS ? `${sent}, and remind you the day before.` : `${sent}.`;
}
