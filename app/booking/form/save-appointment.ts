import { callApi } from '#app/shared/api/api.ts';
import { createSender } from '#app/shared/api/send-once.ts';
import { otherLanguage } from '#app/shared/language/choice.ts';
import type { BookingPerson } from '#domain/booking/fields.ts';
import { newAppointment } from '#domain/booking/fields.ts';
import type { Language } from '#domain/language/language.ts';
import { zonedClock } from '#domain/office-time/zoned.ts';

// Loaded when a form is sent: reading the page doesn't need it.

/** Saves the appointment; the database tells the office. Null: the captcha gave no pass. */
export type SaveAppointment = (
  person: BookingPerson,
  note: string | null,
) => Promise<{ id: string; pass: string } | null>;

export function createAppointmentSender(timeZone: string, language: Language): SaveAppointment {
  const send = createSender('appointment', 'appointments');
  return async (person, note) => {
    const today = zonedClock(timeZone).dayOf(Date.now());
    const written = await send({ ...newAppointment(person, today, note), ...otherLanguage(language) });
    if (written === null) return null;
    const { id, pass } = written;
    if (id === undefined) throw new Error('The saved appointment has no id');
    return { id, pass };
  };
}

/** Marks the appointment as confirmed. The visitor has a time already, so a failure is only logged. */
export async function confirmAppointment({ id, pass }: { id: string; pass: string }): Promise<void> {
  await callApi(`/rest/v1/appointments?id=eq.${encodeURIComponent(id)}`, {
    method: 'PATCH',
    body: { calendly_completed: true, status: 'confirmed' },
    pass,
    prefer: 'return=minimal',
  }).catch((error: unknown) => {
    console.warn('The appointment could not be marked as confirmed', error);
  });
}
