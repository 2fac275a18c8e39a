/** @module-tag faults-kills */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshEmail } from '#tests/support/people.ts';
import { startPortal, type TestPortal } from '#tests/support/server/portal.ts';
import { eventually } from '#tests/support/waiting.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal?.close());

interface Agreed {
  email?: string | null;
  startsIn: string;
  chosen?: string;
  status?: string;
}

/** Each has another seat, so the times can overlap. */
let seat = 0;
async function agreed({
  email = freshEmail('reminder'),
  startsIn,
  chosen = '3 days',
  status = 'confirmed',
}: Agreed) {
  seat += 1;
  await portal.database.query(
    `insert into public.appointments (name, email, phone, status, starts_at, ends_at, seat, chosen_at)
     values ('Rosa Delgado', $1, '+12035550188', $5, now() + $2::interval, now() + $2::interval + interval '30 minutes',
       $3, now() - $4::interval)`,
    [email, startsIn, seat, chosen, status],
  );
  return email ?? '';
}

const reminders = async () =>
  (await portal.mails()).filter(({ subject }) => subject?.startsWith('Reminder: your appointment on '));

test('confirmed appointments get one reminder a day before', async () => {
  const due = await agreed({ startsIn: '23 hours' });
  const soon = await agreed({ startsIn: '20 minutes' });
  await agreed({ startsIn: '25 hours' });
  await agreed({ startsIn: '-10 minutes' });
  await agreed({ startsIn: '23 hours', status: 'cancelled' });
  await agreed({ startsIn: '23 hours', status: 'pending' });
  // Booked just now: the confirmation has the same content.
  await agreed({ startsIn: '23 hours', chosen: '10 minutes' });
  await agreed({ startsIn: '23 hours', email: null });

  // Reminders are also sent at the start, on each server.
  await portal.killAndRestart();
  await eventually(async () => (await reminders()).length >= 2);
  const mail = await portal.mailTo(due);
  expect(mail.text).toContain('(Eastern Time)');
  expect(mail.text).toContain('Change or cancel');
  expect(mail.attachments.map(({ mimeType }) => mimeType)).toEqual(['text/calendar', 'application/ics']);

  await portal.killAndRestart();
  // A second reminder would be sent in the same run as this one.
  const later = await agreed({ startsIn: '22 hours' });
  await portal.killAndRestart();
  await portal.mailTo(later);
  expect((await reminders()).map(({ to }) => to?.[0]?.address).sort()).toEqual([due, soon, later].sort());
  const letters = await portal.database.query(
    `select count(*)::int as count from public.email_queue where letter = 'appointment_reminder'`,
  );
  expect(letters).toEqual([{ count: 3 }]);
});

test('a late reminder is not sent after the appointment', async () => {
  const [letter] = await portal.database.query(
    `select q.expires_at = a.starts_at as right_time from public.email_queue q
     join public.appointments a on a.email = q.to_email
     where q.letter = 'appointment_reminder'`,
  );
  expect(letter).toEqual({ right_time: true });
});
