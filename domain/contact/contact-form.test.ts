/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { english } from '#domain/language/english.ts';
import {
  blankContact,
  type ContactAnswers,
  contactFields,
  contactProblems,
  contactSubmission,
} from './contact-form.ts';

const problemsOf = (answers: ContactAnswers, note: string | null = null) =>
  contactProblems(answers, note, english);

const good = {
  name: 'Rosa Delgado',
  email: 'rosa@example.com',
  phone: '',
  subject: 'pricing',
  message: 'What does a return with two W-2s cost?',
};

test('an empty form reports the missing fields in screen order; the phone is optional', () => {
  expect(Object.entries(problemsOf(blankContact))).toEqual([
    ['name', 'Name is required'],
    ['email', 'Email is required'],
    ['subject', 'Choose a subject'],
    ['message', 'Message is required'],
  ]);
  expect(problemsOf({ ...blankContact, name: ' \n', message: '\0 ' })).toMatchObject({
    name: 'Name is required',
    message: 'Message is required',
  });
  expect(problemsOf(good)).toEqual({});
});

test.each(['rosa', 'rosa@', 'rosa@example', 'rosa delgado@example.com', '@example.com'])(
  '"%s" does not look like an email',
  (email) => {
    expect(problemsOf({ ...good, email })).toEqual({
      email: 'Write the email like this: name@example.com',
    });
  },
);

test.each([
  ['203555', 'Phone number must have 10 digits, or leave it empty', '203-555'],
  ['203-555-0142', undefined, '203-555-0142'],
  ['+1 (203) 555-0142', undefined, '203-555-0142'],
  [' - ', undefined, null],
])('phone "%s"', (phone, problem, stored) => {
  expect(problemsOf({ ...good, phone }).phone).toBe(problem);
  expect(contactSubmission({ ...good, phone }).phone).toBe(stored);
});

test('rejects an unknown subject', () => {
  expect(problemsOf({ ...good, subject: 'toString' })).toEqual({ subject: 'Choose a subject' });
});

test("reports texts over the database's limits, including the note", () => {
  expect(problemsOf({ ...good, name: 'x'.repeat(201) }).name).toBe('Please shorten the name by 1 character');
  const message = '😀'.repeat(9_990);
  expect(problemsOf({ ...good, message })).toEqual({});
  expect(problemsOf({ ...good, message }, 'About my quote').message).toBe(
    'Please shorten the message by 6 characters',
  );
  expect(problemsOf({ ...good, message: 'x'.repeat(10_002) }).message).toBe(
    'Please shorten the message by 2 characters',
  );
});

test('trims the fields, and appends the note to the message', () => {
  expect(
    contactSubmission({ ...good, name: ' Rosa ', email: ' rosa@example.com ', message: '\nHello ' }, ' $80 '),
  ).toEqual({
    name: 'Rosa',
    email: 'rosa@example.com',
    phone: null,
    subject: 'pricing',
    message: 'Hello\n\n$80',
    status: 'new',
  });
});

test('any input without a problem can be stored', () => {
  const wild = fc.string({ unit: 'binary', maxLength: 40 });
  fc.assert(
    fc.property(
      fc.record({ name: wild, email: fc.oneof(wild, fc.emailAddress()), phone: wild, message: wild }),
      fc.option(wild),
      (typed, note) => {
        const answers = { ...good, ...typed };
        const sent = contactSubmission(answers, note);
        for (const field of contactFields) {
          expect(sent[field]?.includes('\0') ?? false).toBe(false);
          expect(sent[field]?.isWellFormed() ?? true).toBe(true);
        }
        if (Object.keys(problemsOf(answers, note)).length > 0) return;
        expect(sent.name).not.toBe('');
        expect(sent.message).not.toBe('');
        expect(sent.email).toMatch(/@/);
        expect(sent.phone).toSatisfy(
          (phone: string | null) => phone === null || /^\d{3}-\d{3}-\d{4}$/.test(phone),
        );
      },
    ),
  );
});
