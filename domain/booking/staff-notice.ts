import { showPhone } from '#domain/contact/phone.ts';
import type { BookingPerson } from './fields.ts';

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);

/** Tells the office who wants an appointment. The body is HTML; what was typed is text in it, never markup. */
export function staffNotice({ name, email, phone }: BookingPerson): { subject: string; body: string } {
  const lines: [string, string][] = [
    ['Name', name],
    ['Email', email ?? 'Not provided'],
    ['Phone', showPhone(phone)],
  ];
  const rows = lines.map(([label, value]) => `<p><strong>${label}:</strong> ${escaped(value)}</p>`);
  return {
    subject: `New Appointment Booked: ${name}`,
    body: `<h2>New appointment</h2>${rows.join('')}<p>They are choosing their time in the calendar.</p>`,
  };
}
