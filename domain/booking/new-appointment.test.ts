import { expect, test } from 'vitest';
import { newAppointment, seeCalendarMail } from './new-appointment.ts';

const rosa = { name: 'Rosa Delgado', phone: '+12035550142', email: null };

test('a new appointment has no time yet', () => {
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
