/** @module-tag property */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from '#app/shared/forms/zod.ts';
import { columnOf } from '#contract/messages.ts';
import { bookingIssues, bookingPerson, newAppointment } from '#domain/booking/fields.ts';
import { contactProblems, contactSubmission } from '#domain/contact/contact-form.ts';
import { isAccountEmail, isEmail, letterEmailProblem } from '#domain/contact/email.ts';
import { isWholePhone } from '#domain/contact/phone.ts';
import { contactSubjects } from '#domain/contact/subjects.ts';
import { messageProblem } from '#domain/conversation/message.ts';
import { english } from '#domain/language/english.ts';
import { inputs } from '#tests/support/property-inputs.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { email, firstName, lastName, phone } from './rules.ts';

/** Form and server agree: whatever somebody types, one takes what the other takes. One batch for each form. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(WRITE_EACH);
});
afterAll(() => database.drop());

/**
 * Tries to write each row, as a visitor. Returns why it was refused: the field or the key of the message, else the
 * database's message; null if it was taken.
 */
const WRITE_EACH = `
  create table public.own_profiles (like public.user_profiles including constraints including defaults including generated);
  insert into public.own_profiles (user_id, email, first_name, last_name, phone)
    values (gen_random_uuid(), 'rosa@example.com', 'Rosa', 'Delgado', '2035550142');
  create trigger checked before update on public.own_profiles
    for each row execute function nutmeg.check_own_profile();

  grant all on public.own_profiles to anon;
  alter table public.contact_submissions disable row level security;
  alter table public.appointments disable row level security;

  create function public.write_each(statement text, rows jsonb) returns text[] language plpgsql as $$
  declare
    refusals text[] := '{}';
    one jsonb;
    detail text;
    says text;
  begin
    perform set_config('role', 'anon', true);
    for one in select value from jsonb_array_elements(rows) loop
      begin
        execute statement using one;
        refusals := array_append(refusals, null);
      exception when check_violation then
        get stacked diagnostics detail = pg_exception_detail, says = message_text;
        refusals := array_append(refusals, coalesce(substring(says from 'constraint "[a-z_]*_(\\w+)_check"'), detail, says));
      end;
    end loop;
    return refusals;
  end $$`;

async function refusals(statement: string, rows: readonly object[]): Promise<(string | null)[]> {
  // What is no text for PostgreSQL at all is refused before any rule.
  const isText = (row: object) => !/\\u0000|\\ud[89a-f]/i.test(JSON.stringify(row));
  const sent = rows.filter(isText);
  const [found] = await database.query<{ refusals: (string | null)[] }>(
    'select public.write_each($1, $2) as refusals',
    [statement, JSON.stringify(sent)],
  );
  const answers = found?.refusals.values();
  return rows.map((row) => (isText(row) ? (answers?.next().value ?? null) : 'no text'));
}

const texts = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u00a0',
    '\ufeff',
    '\t\n',
    'Rosa',
    'Ma. Teresa',
    "O'Neil",
    '🌸',
    'x\u0000',
    '\ud83d',
  ),
  fc.constantFrom(200, 201, 10_000, 10_001).map((length) => '😀'.repeat(length)),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const emails = fc.oneof(
  fc.constantFrom('', 'rosa@example.com', 'rosa@home', 'josé@correo.example', 'rosa@ex\u00a0ample.com'),
  fc.constantFrom(' rosa@example.com ', 'rosa@@example.com', 'rosa@example..com', 'ro\u0007sa@example.com'),
  fc.constantFrom(308, 309).map((length) => `${'x'.repeat(length)}@example.com`),
  fc.emailAddress(),
  fc.stringMatching(/^[a-zé@. \u2003\u0085-]{0,12}$/),
);
const phones = fc.oneof(
  fc.constantFrom(
    '',
    '203-555-0142',
    '+1 (203) 555-0142',
    '001 203 555 0142',
    '203-555',
    '(203) 555-0142 x9',
  ),
  fc.constantFrom('+52 55 1234 5678', '0044 20 7946 0958', '20355501429', '٢٠٣-555-0142', '1-203-555-014'),
  fc.constantFrom('203\u2011555\u20110142', '203\u00a0555\u00a00142', '+1', '+', '00 203 555 0142'),
  fc.stringMatching(/^[+]?[0-9 ().x-]{0,18}$/),
);
const many = <Value>(arbitrary: fc.Arbitrary<Value>): Value[] => fc.sample(arbitrary, inputs(1500));
const differing = <Value>(typed: readonly Value[], here: readonly boolean[], there: readonly boolean[]) =>
  typed.filter((_, at) => here[at] !== there[at]);

test('contact', async () => {
  const typed = many(
    fc.record({
      name: texts,
      email: emails,
      phone: phones,
      subject: fc.constantFrom(...contactSubjects.map(({ value }) => value), 'other', ''),
      message: texts,
    }),
  );
  const here = typed.map((answers) => Object.keys(contactProblems(answers, null, english)));
  const there = await refusals(
    `insert into public.contact_submissions (name, email, phone, subject, message)
     select r.name, r.email, r.phone, r.subject, r.message
     from jsonb_populate_record(null::public.contact_submissions, $1) as r`,
    typed.map((answers) => contactSubmission(answers)),
  );
  const taken = there.map((field) => field === null);
  expect(
    differing(
      typed,
      here.map((fields) => fields.length === 0),
      taken,
    ),
  ).toEqual([]);
  // And it names a field that the form finds wrong, too.
  const named = typed.filter((_, at) => {
    const key = there[at] ?? '';
    const field = columnOf[key] ?? key;
    return ['name', 'email', 'phone', 'message'].includes(field) && !here[at]?.includes(field as never);
  });
  expect(named).toEqual([]);
});

test('booking', async () => {
  const typed = many(fc.record({ name: texts, phone: phones, email: emails }));
  const here = typed.map((answers) => bookingIssues(answers).length === 0);
  const there = await refusals(
    `insert into public.appointments (name, email, phone, preferred_date)
     select r.name, r.email, r.phone, r.preferred_date
     from jsonb_populate_record(null::public.appointments, $1) as r`,
    typed.map((answers) => newAppointment(bookingPerson(answers), '2026-11-20')),
  );
  expect(
    differing(
      typed,
      here,
      there.map((field) => field === null),
    ),
  ).toEqual([]);
});

test('profile', async () => {
  const schema = z.object({
    first_name: firstName(english),
    last_name: lastName(english),
    phone: phone(english),
  });
  const typed = many(fc.record({ first_name: texts, last_name: texts, phone: phones }));
  const read = typed.map((answers) => schema.safeParse(answers));
  const there = await refusals(
    `update public.own_profiles set first_name = $1 ->> 'first_name', last_name = $1 ->> 'last_name',
       phone = $1 ->> 'phone'`,
    read.map((one, at) => one.data ?? typed[at] ?? {}),
  );
  expect(
    differing(
      typed,
      read.map(({ success }) => success),
      there.map((field) => field === null),
    ),
  ).toEqual([]);
});

describe('one rule in two languages', () => {
  const verdicts = async (sql: string, typed: readonly string[]) => {
    const rows = await database.query<{ verdict: boolean | null }>(
      `select ${sql} as verdict from jsonb_array_elements_text($1) with ordinality as t (said, at) order by at`,
      [JSON.stringify(typed)],
    );
    return rows.map(({ verdict }) => verdict === true);
  };
  const storable = (text: string) => text.isWellFormed() && !text.includes('\0');

  test('email', async () => {
    const typed = many(emails).filter(storable);
    const there = await verdicts('nutmeg.is_email(t.said)', typed);
    expect(differing(typed, typed.map(isEmail), there)).toEqual([]);
  });

  test('US phone number', async () => {
    const typed = many(fc.oneof(phones, texts)).filter(storable);
    const there = await verdicts('nutmeg.us_phone(t.said) is not null', typed);
    expect(differing(typed, typed.map(isWholePhone), there)).toEqual([]);
  });

  test('blank', async () => {
    const typed = many(texts).filter(storable);
    const there = await verdicts('nutmeg.is_blank(t.said)', typed);
    expect(
      differing(
        typed,
        typed.map((text) => text.trim() === ''),
        there,
      ),
    ).toEqual([]);
  });

  test('email of a client, and of an invitation', async () => {
    const typed = many(emails).filter((text) => storable(text) && text.trim() !== '');
    const there = await verdicts(
      'char_length(lower(btrim(t.said))) <= 255 and nutmeg.is_email(lower(btrim(t.said)))',
      typed.map((text) => text.trim()),
    );
    expect(
      differing(
        typed,
        typed.map((text) => letterEmailProblem(text) === undefined),
        there,
      ),
    ).toEqual([]);
  });

  test('message in a conversation', async () => {
    const typed = many(texts).filter(storable);
    const there = await verdicts(
      `t.said ~ '\\S' and char_length(t.said) <= 5000`,
      typed.map((text) => text.trim()),
    );
    expect(
      differing(
        typed,
        typed.map((text) => messageProblem(text, 0) === null),
        there,
      ),
    ).toEqual([]);
  });
});

test('the forms of an account take the addresses that the server takes', () => {
  const typed = many(emails);
  // server/auth/validation.ts
  const there = typed.map((text) => text.trim().length <= 255 && isAccountEmail(text.trim()));
  expect(
    differing(
      typed,
      typed.map((text) => email(english).safeParse(text).success),
      there,
    ),
  ).toEqual([]);
});
