import { beforeAll, describe, expect, test } from 'vitest';
import { CAPTCHA_PASS_HEADER } from '#contract/captcha.ts';
import { isLanguage, languages } from '#domain/language/language.ts';
import { signedPass } from '#tests/support/captcha.ts';
import { createPerson, freshEmail, PASSWORD, type Person, visitor } from '#tests/support/people.ts';
import { portalForFile, STAFF_INBOX } from '#tests/support/server/portal.ts';
import { codeIn } from '../support/auth-wire.ts';
import { calendarAt, freshPhone } from '../support/calendar.ts';

const portal = portalForFile('visitors');
let staff: Person;
beforeAll(async () => {
  staff = await createPerson(portal, { role: 'admin' });
});

const profileOf = async ({ client, id }: Pick<Person, 'client' | 'id'>) =>
  (await client.from('user_profiles').select('language').eq('user_id', id).single()).data;

test('the database has the languages of the texts', async () => {
  const codes = [...languages, 'EN', '', 'fr'];
  const rows = await portal.database.query<{ code: string; known: boolean }>(
    'select code, nutmeg.is_language(code) as known from unnest($1::text[]) code',
    [codes],
  );
  expect(rows).toEqual(codes.map((code) => ({ code, known: isLanguage(code) })));
});

describe('a sign-up', () => {
  test.each([
    ['es', 'es', 'Confirme su dirección de correo electrónico'],
    ['en', 'en', 'Please confirm your email address'],
    ['tlh', 'en', 'Please confirm your email address'],
    [undefined, 'en', 'Please confirm your email address'],
    [{ es: 1 }, 'en', 'Please confirm your email address'],
  ])('with the language %j gets its mail and its profile in %s', async (language, kept, subject) => {
    const email = freshEmail('language');
    const client = visitor(portal);
    await client.auth.signUp({
      email,
      password: PASSWORD,
      options: { data: { first_name: 'Ana', language }, captchaToken: await signedPass('signup') },
    });
    const mail = await portal.mailTo(email);
    expect(mail.subject).toBe(subject);
    expect(mail.html).toContain(`<html lang="${kept}">`);
    const { data } = await client.auth.verifyOtp({ type: 'signup', email, token: codeIn(mail) });
    expect(await profileOf({ client, id: data.user?.id ?? '' })).toEqual({ language: kept });
  });
});

describe('a person', () => {
  test('gets every mail in the language of the profile, which only they choose', async () => {
    const person = await createPerson(portal);
    const choose = (by: Person, language: string) =>
      by.client.from('user_profiles').update({ language }).eq('user_id', person.id).select('language');
    expect((await choose(staff, 'es')).data).toEqual([]);
    expect((await choose(person, 'tlh')).error).toMatchObject({ code: '23514' });
    expect((await choose(person, 'es')).data).toEqual([{ language: 'es' }]);

    await visitor(portal).auth.resetPasswordForEmail(person.email);
    const recovery = await portal.mailTo(
      person.email,
      ({ subject }) => subject === 'Elija una contraseña nueva',
    );
    expect(recovery.text).toContain('/es/reset-password#token_hash=');

    const { error } = await staff.client.rpc('send_client_letter', {
      client_id: person.id,
      letter_template: 'return_ready',
    });
    expect(error).toBeNull();
    const letter = await portal.mailTo(
      person.email,
      ({ subject }) => subject === 'Su declaración está lista',
    );
    expect(letter.text).toContain('Revísela y apruébela.');
    expect(letter.text).toContain('¿Tiene preguntas? Llámenos al (203)');
  });
});

describe('a visitor', () => {
  test('gets the letters and the invitation in the language of the page; the office reads English', async () => {
    const calendar = calendarAt(portal.url);
    const [start = ''] = await calendar.times();
    const email = freshEmail('cita');
    const name = 'Rosa Delgado';
    const { status, body } = await calendar.book(
      { start, name, email, phone: freshPhone(), language: 'es' },
      await signedPass('appointment'),
    );
    expect(status).toBe(201);
    expect(body.ics).toContain('SUMMARY:Cita en Nutmeg');
    const mail = await portal.mailTo(email);
    expect(mail.subject).toMatch(/^Su cita: [a-záé]+, \d+ de [a-z]+, \d/);
    expect(mail.text).toContain(`${portal.url}/es/calendar#ticket=`);
    expect(mail.text).toContain('(hora del Este)');
    const notice = await portal.mailTo(
      STAFF_INBOX,
      ({ subject }) => subject?.startsWith('Appointment: Rosa') === true,
    );
    expect(notice.html).toContain('<html lang="en">');
    expect(notice.text).toContain('Rosa Delgado chose a time.');
  });

  test('books in English with a language that this server does not know', async () => {
    const calendar = calendarAt(portal.url);
    const start = (await calendar.times()).at(-1) ?? '';
    const email = freshEmail('language');
    const { status } = await calendar.book(
      { start, name: 'Ana', email, phone: freshPhone(), language: 'fr' },
      await signedPass('appointment'),
    );
    expect(status).toBe(201);
    expect((await portal.mailTo(email)).subject).toMatch(/^Your appointment: /);
  });

  test.each([
    ['es', 'usted escribió:'],
    [undefined, 'you wrote:'],
  ])('who wrote with the language %j gets the reply in it', async (language, words) => {
    const email = freshEmail('message');
    const message = { name: 'Rosa', email, subject: 'pricing', message: '¿Cuánto cuesta?', language };
    await visitor(portal)
      .from('contact_submissions')
      .insert(message)
      .setHeader(CAPTCHA_PASS_HEADER, await signedPass('contact'))
      .throwOnError();
    const [row] = await portal.database.query<{ id: string }>(
      'select id from public.contact_submissions where email = $1',
      [email],
    );
    await staff.client.rpc('reply_to_message', { submission_id: row?.id, reply: '$80' });
    const mail = await portal.mailTo(email);
    expect(mail.text).toContain(words);
    const notice = await portal.mailTo(STAFF_INBOX, (one) => one.text?.includes(row?.id ?? '-') === true);
    expect(notice.subject).toBe('New message: Rosa');
  });
});

test('a letter that an older release queued follows the profile, or is in English', async () => {
  const person = await createPerson(portal, { data: { first_name: 'Rosa', language: 'es' } });
  const stranger = freshEmail('stranger');
  for (const email of [person.email, stranger]) {
    await portal.database.query(
      `select nutmeg.write_letter($1, 'payment_reminder', '{"first_name": "Rosa"}')`,
      [email],
    );
  }
  expect(
    (await portal.mailTo(person.email, ({ subject }) => subject?.includes('pago') === true)).text,
  ).toContain('Hola, Rosa:');
  expect((await portal.mailTo(stranger)).text).toContain('Hello Rosa,');
});
