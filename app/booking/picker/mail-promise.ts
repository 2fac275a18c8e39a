const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The emails that a visitor can expect after booking. Times are milliseconds since 1970. There is no reminder for
 * an appointment within a day (nutmeg.remind_of_appointments).
 */
export function mailPromise(email: string, start: number, now: number): string {
  if (email === '')
    return 'We don’t have your email, so please write the time down or add it to your calendar.';
  const sent = `We have sent the confirmation to ${email}`;
  return start - now > DAY_MS ? `${sent}, and remind you the day before.` : `${sent}.`;
}
