import ICAL from 'ical.js';
import type { Email } from 'postal-mime';
import { beforeAll, describe, expect, test } from 'vitest';
import { signedPass } from '#tests/support/captcha.ts';
import { freshEmail } from '#tests/support/people.ts';
import { portalForFile, STAFF_INBOX } from '#tests/support/server/portal.ts';
import { eventually } from '#tests/support/waiting.ts';
import { calendarAt, freshPhone } from '../support/calendar.ts';

const portal = portalForFile('visitors');
let calendar: ReturnType<typeof calendarAt>;
let times: string[];

beforeAll(async () => {
  calendar = calendarAt(portal.url);
  times = await calendar.times();
});

const nextTime = () => times.pop() ?? '';

async function booked(name = 'Rosa Delgado') {
  const [email, phone] = [freshEmail('appointment'), freshPhone()];
  const { status, body } = await calendar.book(
    { start: nextTime(), name, email, phone },
    await signedPass('appointment'),
  );
  expect(status).toBe(201);
  return { ...body, email, phone };
}

const mailAbout = (email: string, subject: RegExp) =>
  portal.mailTo(email, (mail) => subject.test(mail.subject ?? ''));

/** The invitation in the alternative part, which must equal the attached file. */
function invitationIn(mail: Email) {
  const [part, file] = mail.attachments.map(({ mimeType, filename, content, method }) => {
    const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
    return { mimeType, filename, text, method };
  });
  if (!part || !file) throw new Error('no invitation');
  expect(part.mimeType).toBe('text/calendar');
  expect(file).toMatchObject({ mimeType: 'application/ics', filename: 'appointment.ics' });
  expect(file.text).toBe(part.text);
  const component = new ICAL.Component(ICAL.parse(part.text));
  const event = new ICAL.Event(component.getFirstSubcomponent('vevent') ?? undefined);
  return { method: component.getFirstPropertyValue('method'), partMethod: part.method, event };
}

const linkIn = (mail: Email) => /^https?:\S+#ticket=(\S+)$/m.exec(mail.text ?? '')?.[1] ?? '';

describe('appointment letters', () => {
  test('booked: time, place, link and invitation', async () => {
    const { email, start, end, id, ticket } = await booked();
    const mail = await mailAbout(email, /^Your appointment: /);
    const when = new Date(start).toLocaleString('en-US', {
      timeZone: 'America/New_York',
      hour: 'numeric',
      minute: '2-digit',
    });
    expect(mail.text).toContain('Hello Rosa,');
    expect(mail.text).toContain(when.replaceAll('\u202f', ' '));
    expect(mail.text).toContain('(Eastern Time)');
    expect(mail.text).toContain('48 Elm Street');
    // With a different ticket for the same appointment, which only the mailbox's owner has.
    expect(linkIn(mail).split('.')[0]).toBe(ticket.split('.')[0]);
    expect(linkIn(mail)).not.toBe(ticket);
    expect(mail.html).toContain('Change or cancel');
    const { method, partMethod, event } = invitationIn(mail);
    expect([method, partMethod]).toEqual(['REQUEST', 'REQUEST']);
    expect(event).toMatchObject({ uid: `appointment-${id}@nutmegtax.example`, sequence: 0 });
    expect(event.startDate.toJSDate().toISOString()).toBe(start);
    expect(event.endDate.toJSDate().toISOString()).toBe(end);
    expect(event.organizer).toBe('mailto:hello@nutmegtax.example');
    expect(event.attendees.map((one) => String(one.getFirstValue()).toLowerCase())).toEqual([
      `mailto:${email}`,
    ]);
    expect(event.location).toContain('New Haven');
  });

  test('moved and canceled: the same invitation with a higher sequence', async () => {
    const { email, ticket, id } = await booked();
    await mailAbout(email, /^Your appointment: /);
    const start = nextTime();
    await calendar.change({ ticket, act: { move: start } });
    const moved = await mailAbout(email, /^Your appointment has moved to /);
    expect(moved.text).toMatch(/It was on \w+day, /);
    const second = invitationIn(moved);
    expect(second.event).toMatchObject({ uid: `appointment-${id}@nutmegtax.example`, sequence: 1 });
    expect(second.event.startDate.toJSDate().toISOString()).toBe(start);

    await calendar.change({ ticket, act: 'cancel' });
    const gone = await mailAbout(email, /^Canceled: your appointment on /);
    const last = invitationIn(gone);
    expect([last.method, last.partMethod, last.event.sequence]).toEqual(['CANCEL', 'CANCEL', 2]);
    expect(last.event.uid).toBe(second.event.uid);
    expect(last.event.component.getFirstPropertyValue('status')).toBe('CANCELLED');
    expect(gone.text).toContain(`${portal.url}/booking`);
  });

  test('drops queued letters about an earlier time', async () => {
    const { email, ticket, id } = await booked();
    const states = async () =>
      Object.fromEntries(
        (
          await portal.database.query<{ letter: string; status: string }>(
            'select letter, status from public.email_queue where to_email = $1',
            [email],
          )
        ).map(({ letter, status }) => [letter, status]),
      );
    await eventually(async () => (await states()).appointment_booked === 'sent');
    // Like after a failed first attempt.
    await portal.database.query(
      `update public.email_queue set status = 'pending', next_attempt_at = now() + interval '1 hour',
         facts = jsonb_build_object('appointment_id', $2::text)
       where to_email = $1`,
      [email, id],
    );
    await calendar.change({ ticket, act: { move: nextTime() } });
    await mailAbout(email, /^Your appointment has moved to /);
    expect(await states()).toMatchObject({ appointment_booked: 'dismissed' });

    await calendar.change({ ticket, act: 'cancel' });
    const all = Object.keys(await states()).sort();
    expect(all).toEqual(['appointment_booked', 'appointment_cancelled', 'appointment_moved']);
    // Dismissed by staff, which does not book again.
    await portal.database.query(`update public.appointments set status = 'done' where id = $1`, [id]);
    const booking = `select from public.email_queue where to_email = $1 and letter = 'appointment_booked'`;
    expect(await portal.database.query(booking, [email])).toHaveLength(1);
  });

  test('the office gets notices with only name and time', async () => {
    const { ticket, email, phone } = await booked('Ana <b>López</b>\u2028Injected: yes');
    const notice = await portal.mailTo(STAFF_INBOX, ({ subject }) =>
      /^Appointment: Ana /.test(subject ?? ''),
    );
    expect(notice.html).not.toContain('<b>López');
    expect(notice.headers.some(({ key }) => key === 'injected')).toBe(false);
    expect(notice.text).toMatch(/\/manage\/calendar\?view=day&day=\d{4}-\d\d-\d\d$/m);
    expect(`${notice.text}${notice.html}`).not.toContain(email);
    expect(`${notice.text}${notice.html}`).not.toMatch(
      new RegExp(`${phone.slice(5, 8)}\\D*${phone.slice(8)}`),
    );
    expect(notice.attachments).toEqual([]);
    await calendar.change({ ticket, act: 'cancel' });
    await portal.mailTo(STAFF_INBOX, ({ subject }) => /^Appointment canceled: Ana /.test(subject ?? ''));
  });

  test('letters do not include advertising text as a name', async () => {
    const { email } = await booked('Win $1000 at https://evil.example');
    const mail = await mailAbout(email, /^Your appointment: /);
    const { event } = invitationIn(mail);
    const whole = `${mail.subject}${mail.text}${mail.html}${event.toString()}`;
    expect(whole).not.toContain('evil');
    expect(mail.text).toContain('Hello Win,');
  });

  test('without an address there is an appointment and no letter', async () => {
    expect(
      (await calendar.book({ start: nextTime(), email: '' }, await signedPass('appointment'))).status,
    ).toBe(201);
    expect(await portal.database.query(`select from public.email_queue where recipient = ''`)).toEqual([]);
  });
});
