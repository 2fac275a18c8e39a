/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { demoOffice as office } from '#domain/business/demo-office.ts';
import { englishReader } from '#server/language/readers.ts';
import { officeLetters } from '../office-letters.ts';
import { renderLetter } from '../render-letter.ts';
import { appointmentLetters } from './appointment-letters.ts';

const letters = appointmentLetters({
  office,
  siteUrl: 'https://portal.example',
  ticketOf: (id) => `${id}.sig`,
  reader: englishReader,
});
const facts = {
  appointment_id: '0b2f8f1e-7f5c-4b6e-9d32-3a1c2b4d5e6f',
  name: 'Rosa Delgado',
  starts_at: '2026-11-24T19:00:00+00:00',
  ends_at: '2026-11-24T19:30:00+00:00',
  sequence: 1,
  was: '2026-11-23T14:00:00+00:00',
  what: 'moved',
  email: 'rosa@example.com',
  phone: '+12035550142',
};
const written = (name: string, more: object = {}) => {
  const write = letters[name];
  if (!write) throw new Error(`no letter ${name}`);
  return renderLetter(write({ ...facts, ...more }, 'rosa@example.com'), office);
};

test.each([
  ['appointment_booked', 'Your appointment: Tuesday, November 24 at 2:00 PM', 'REQUEST'],
  ['appointment_moved', 'Your appointment has moved to Tuesday, November 24 at 2:00 PM', 'REQUEST'],
  ['appointment_reminder', 'Reminder: your appointment on Tuesday, November 24 at 2:00 PM', 'REQUEST'],
  ['appointment_cancelled', 'Canceled: your appointment on Tuesday, November 24 at 2:00 PM', 'CANCEL'],
  ['appointment_notice', 'Appointment moved: Rosa Delgado, Tuesday, November 24 at 2:00 PM', undefined],
])('%s shows the time in the office’s time zone', (name, subject, method) => {
  const { text, html, subject: found, invitation } = written(name);
  expect(found).toBe(subject);
  for (const part of [text, html]) {
    expect(part).toContain('Tuesday, November 24, 2026');
    expect(part).toContain('2:00 PM to 2:30 PM (Eastern Time)');
  }
  expect(invitation?.method).toBe(method);
});

test('shows the repeated hour when daylight saving time ends', () => {
  const night = { starts_at: '2026-11-01T06:30:00+00:00', ends_at: '2026-11-01T07:00:00+00:00' };
  expect(written('appointment_booked', night).text).toContain(
    'Day: Sunday, November 1, 2026\nTime: 1:30 AM to 2:00 AM (Eastern Time)',
  );
});

test('puts the ticket into the fragment, which is not sent to servers', () => {
  const link = `https://portal.example/calendar#ticket=${facts.appointment_id}.sig`;
  for (const name of ['appointment_booked', 'appointment_moved', 'appointment_reminder']) {
    expect(written(name).html).toContain(`href="${link}"`);
    expect(written(name).text).toContain(`\n${link}\n`);
  }
  for (const name of ['appointment_cancelled', 'appointment_notice']) {
    expect(written(name).text).not.toContain('ticket');
  }
});

test('a moved appointment shows its old time', () => {
  expect(written('appointment_moved').text).toContain('It was on Monday, November 23 at 9:00 AM.');
  expect(written('appointment_notice').text).toContain('Was: Monday, November 23 at 9:00 AM');
});

test('treats a name as text on one line in every letter', () => {
  const skeleton = (html: string) =>
    html.match(/<\/?[a-z!][^>]*>/g)?.map((tag) => /^<\/?[a-z!0-9]+/i.exec(tag)?.[0]);
  const plain = new Map(Object.keys(letters).map((letter) => [letter, skeleton(written(letter).html)]));
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      for (const [letter, expected] of plain) {
        const { html, subject } = written(letter, { name });
        expect(skeleton(html)).toEqual(expected);
        expect(subject).not.toMatch(/[\r\n\u2028\u2029]/);
      }
    }),
  );
});

const booked = (more: object) => written('booking_notice', { email: null, ...more });

test('booking_notice tells the office who wants an appointment', () => {
  const { subject, text, html } = booked({});
  expect(subject).toBe('New Appointment Booked: Rosa Delgado');
  expect(text).toContain('Name: Rosa Delgado\nEmail: Not provided\nPhone: (203) 555-0142\n');
  for (const part of [text, html]) {
    expect(part).toContain('A visitor typed');
    expect(part).toContain('https://portal.example/manage?queue=appointments');
    expect(part).toContain(office.contact.phone.display);
  }
});

test('booking_notice says that no time was chosen yet', () => {
  expect(booked({}).text).toContain('No time was chosen yet.');
});

test('nothing that a visitor types becomes markup of booking_notice', () => {
  const nasty = fc.stringMatching(/^[<>&"'a-z =/]{1,60}$/);
  const tags = (html: string) => html.match(/<[^>]*>/g);
  fc.assert(
    fc.property(nasty, nasty, (name, email) => {
      expect(tags(booked({ name, email }).html)).toEqual(tags(booked({}).html));
    }),
  );
});

test('the subject of booking_notice is one line of at most 200 characters', () => {
  const unit = fc.constantFrom('\r', '\n', '\0', '\u2028', '\u202e', '\u200d', ' ', 'a', 'é', '🦊');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 400 }), (name) => {
      const { subject } = booked({ name });
      expect(subject).not.toMatch(/[\r\n\0\u2028\u202e\u200d]/);
      expect([...subject].length).toBeLessThanOrEqual(200);
    }),
  );
});

const SUBJECT = 'New Appointment Booked: Ana';
const noticeOf = (html: string) =>
  renderLetter(officeLetters.visitor_notice({ subject: SUBJECT, html }, 'https://portal.example'), office);
/** The markup before and after the visitor's text. */
const frame = (html: string, words: string) => html.split(words);

test('a visitor notice puts the visitor’s text into a letter that says who wrote it', () => {
  const { subject, html, text } = noticeOf('<p><strong>Name:</strong> Ana</p>');
  expect(subject).toBe(SUBJECT);
  expect(html).toContain('<p><strong>Name:</strong> Ana</p>');
  expect(text).toContain('\n> Name: Ana\n');
  for (const part of [html, text]) {
    expect(part).toContain('A visitor wrote the quoted text');
    expect(part).toContain('https://portal.example/manage?queue=appointments');
    expect(part).toContain(office.contact.phone.display);
  }
});

test('a visitor notice has the same letter around any text', () => {
  const WORDS = 'the words';
  const [before = '', after = ''] = frame(noticeOf(`<p>${WORDS}</p>`).html, `<p>${WORDS}</p>`);
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.constantFrom('</div>', '</body>', '<style>', '<!--'))),
      (all) => {
        const { html, text } = noticeOf(all.join(''));
        expect(html.startsWith(before)).toBe(true);
        expect(html.endsWith(after)).toBe(true);
        expect(text).toContain('Someone booked an appointment on the website.');
      },
    ),
  );
});

test('a visitor notice makes the subject one line of at most 200 characters', () => {
  const unit = fc.constantFrom('\r', '\n', '\0', '\u2028', '\u202e', '\u200d', ' ', 'a', 'é', '🦊');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 400 }), (name) => {
      const subject = String(
        officeLetters.visitor_notice({ subject: `New Appointment Booked: ${name}`, html: '' }, '').subject,
      );
      expect(subject).not.toMatch(/[\r\n\0\u2028\u202e\u200d]/);
      expect([...subject].length).toBeLessThanOrEqual(200);
    }),
  );
});
