import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newAppointment, seeCalendarMail } from './new-appointment.ts';
import { staffNotice } from './staff-notice.ts';

const rosa = { name: 'Rosa Delgado', phone: '+12035550142', email: null };

test('a new appointment waits for its time', () => {
  expect(newAppointment(rosa, '2026-11-20', null)).toEqual({
    name: 'Rosa Delgado',
    phone: '+12035550142',
    email: null,
    service: seeCalendarMail,
    preferred_date: '2026-11-20',
    preferred_time: seeCalendarMail,
    message: seeCalendarMail,
    status: 'pending',
  });
  expect(newAppointment(rosa, '2026-11-20', 'Quote: Personal Taxes')).toHaveProperty(
    'note',
    'Quote: Personal Taxes',
  );
});

test('the office reads who it is', () => {
  expect(staffNotice(rosa)).toEqual({
    subject: 'New Appointment Booked: Rosa Delgado',
    body:
      '<h2>New appointment</h2><p><strong>Name:</strong> Rosa Delgado</p><p><strong>Email:</strong> Not provided</p>' +
      '<p><strong>Phone:</strong> (203) 555-0142</p><p>They are choosing their time in the calendar.</p>',
  });
});

test('nothing that a visitor types becomes markup of the notice', () => {
  const nasty = fc.stringMatching(/^[<>&"'a-z =/]{1,60}$/);
  const tags = (html: string) => html.match(/<[^>]*>/g);
  fc.assert(
    fc.property(nasty, nasty, (name, email) => {
      const { body } = staffNotice({ ...rosa, name, email });
      expect(tags(body)).toEqual(tags(staffNotice(rosa).body));
      expect(body.match(/["']/)).toBeNull();
    }),
  );
});
