import { business } from '#app/business.ts';
import { callApi } from '#app/shared/api/public-api.ts';
import { createSender } from '#app/shared/api/send-once.ts';
import type { BookingPerson } from '#domain/booking/fields.ts';
import { newAppointment } from '#domain/booking/new-appointment.ts';
import { staffNotice } from '#domain/booking/staff-notice.ts';
import { zonedClock } from '#domain/office-time/zoned.ts';

// Loaded when a form is sent: nobody needs it to read the page.

/** Saves the appointment and tells the office. Null: the captcha gave no pass. */
export type SendBooking = (
  person: BookingPerson,
  note: string | null,
) => Promise<{ id: string; pass: string } | null>;

export function createBookingSender(): SendBooking {
  const send = createSender('appointment', 'appointments');
  return async (person, note) => {
    const today = zonedClock(business.timeZone).dayOf(Date.now());
    const written = await send(newAppointment(person, today, note));
    if (written === null) return null;
    const { id, pass } = written;
    if (id === undefined) throw new Error('');
    await tellOffice(person, pass).catch((error: unknown) => {
      console.warn('The notice to the office could not be queued', error);
    });
    return { id, pass };
  };
}

/** What was written can't be read back: the queue is closed to visitors. */
function tellOffice(person: BookingPerson, pass: string): Promise<unknown> {
  return callApi('/rest/v1/email_queue', {
    method: 'POST',
    body: {
      to_email: business.contact.staffInbox,
      ...staffNotice(person),
      email_type: 'appointment',
      status: 'pending',
    },
    pass,
    prefer: 'return=minimal',
  });
}

/** The calendar says that a time was chosen. The visitor has it already: what fails here is only logged. */
export async function confirmBooking({ id, pass }: { id: string; pass: string }): Promise<void> {
  await callApi(`/rest/v1/appointments?id=eq.${encodeURIComponent(id)}`, {
    method: 'PATCH',
    body: { calendly_completed: true, status: 'confirmed' },
    pass,
    prefer: 'return=minimal',
  }).catch((error: unknown) => {
    console.warn('The appointment could not be marked as confirmed', error);
  });
}
