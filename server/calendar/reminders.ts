/**
 * Letters on the day before. Often, since each is due 24 hours before its own appointment, and at the start, for those
 * that came due while no server ran. Of several servers one reminds (migration 0024).
 */
export const APPOINTMENT_REMINDERS = {
  statements: ['select nutmeg.remind_of_appointments()'],
  everyMs: 5 * 60 * 1000,
  atOnce: true,
};
