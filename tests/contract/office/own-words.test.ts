import { beforeAll, describe, expect, test } from 'vitest';
import type {
  LetterPreview,
  OfficeProblems,
  OfficeState,
  OfficeTexts,
  OwnLetterWords,
} from '#contract/office.ts';
import type { Business } from '#domain/business/business.ts';
import { greeting } from '#domain/contact/greeting.ts';
import { letterNames, textNames } from '#domain/contact/letter-names.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';

const portal = portalForFile();
let dana: Person;
beforeAll(async () => {
  dana = await createPerson(portal, { role: 'super', data: { first_name: 'Dana', last_name: 'Lee' } });
});

async function call(person: Person, method: string, path: string, body?: object) {
  const { data } = await person.client.auth.getSession();
  const answer = await fetch(`${portal.url}/functions/v1/office${path}`, {
    method,
    headers: { authorization: `Bearer ${data.session?.access_token}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as unknown };
}

const state = async () => (await call(dana, 'GET', '')).body as OfficeState;
async function save(changes: Partial<Business>) {
  const { version, facts } = await state();
  return call(dana, 'PUT', '', { expectedVersion: version, facts: { ...facts, ...changes } });
}

const reminder = 'Your return is waiting for payment';
const textReminder = '{office}: you have something to do in your account. {link} Reply STOP to end.';
const says = 'Your return is approved. We’ll file it as soon as you’ve paid our fee.';

/** The payment reminder to someone who reads this language. */
async function remind(language: string) {
  const { email } = await createPerson(portal, { data: { first_name: 'Rosa', language } });
  await portal.database.query(
    `select nutmeg.write_letter($1, 'payment_reminder', '{"first_name": "Rosa"}')`,
    [email],
  );
  return portal.mailTo(email, ({ text }) => /\/account$/m.test(text ?? ''));
}

describe('our texts', () => {
  test('are listed by mail, with the place, the Spanish text, and an example of each value', async () => {
    const { letters } = (await call(dana, 'GET', '/texts')).body as OfficeTexts;
    expect(letters.map(({ letter }) => letter)).toEqual([
      ...Object.keys(letterNames),
      ...Object.keys(textNames),
    ]);
    expect(letters.find(({ letter }) => letter === 'text.reminder')?.texts).toMatchObject([
      {
        text: textReminder,
        spanish: expect.stringMatching(/^\{office\}: .*\{link\}.*STOP/),
        places: ['text'],
        values: { en: { office: 'Nutmeg' } },
      },
    ]);
    const booked = letters.find(({ letter }) => letter === 'appointment_booked')?.texts ?? [];
    expect(booked[0]).toEqual({
      text: 'Your appointment: {when}',
      spanish: expect.stringContaining('{when}'),
      places: ['subject'],
      values: {
        en: { when: 'Tuesday, November 24 at 2:00 PM' },
        es: { when: expect.stringMatching(/^martes, 24 de noviembre/) },
      },
    });
    expect(booked.map(({ places }) => places[0])).toEqual(
      expect.arrayContaining(['heading', 'greeting', 'paragraph', 'label', 'button', 'link', 'note']),
    );
    for (const { letter, texts } of letters) {
      for (const { text, spanish } of texts) expect([letter, spanish]).not.toEqual([letter, text]);
    }
  });

  test('are listed by page, in the order of the page', async () => {
    const { pages } = (await call(dana, 'GET', '/texts')).body as OfficeTexts;
    const faq = pages.find(({ page }) => page === '/frequently-asked-questions')?.texts ?? [];
    const texts = faq.map(({ text }) => text);
    const at = (start: string) => texts.findIndex((text) => text.startsWith(start));
    expect(at('Create an account, open Secured Files')).toBe(at('How do I send you my documents?') + 1);
    for (const { texts: all } of pages) expect(all.length).toBeGreaterThan(10);
  });

  test('are for super users only', async () => {
    const admin = await createPerson(portal, { role: 'admin' });
    const { facts } = await state();
    expect((await call(admin, 'GET', '/texts')).status).toBe(403);
    const mail = { letter: 'recovery', language: 'en', facts };
    expect((await call(admin, 'POST', '/letter', mail)).status).toBe(403);
  });
});

test('a changed letter reaches the next mail, in the language of its reader, until it is ours again', async () => {
  const before = await state();
  expect((await remind('en')).subject).toBe(reminder);
  const saved = await save({
    letters: { en: { [reminder]: 'One step left: {fee}' } },
  });
  expect(saved.status).toBe(422);
  expect((saved.body as OfficeProblems).problems).toEqual([
    { path: `letters.en.${reminder}`, message: 'has {fee}, which our text doesn’t have' },
  ]);
  expect((await remind('en')).subject).toBe(reminder);
  const long = await save({
    letters: { en: { [textReminder]: `{office}: ${'y'.repeat(140)} {link} STOP` } },
  });
  expect((long.body as OfficeProblems).problems).toEqual([
    {
      path: `letters.en.${textReminder}`,
      message: expect.stringMatching(/^must not be longer than 1\d\d characters$/),
    },
  ]);

  const letters = {
    en: { [reminder]: 'One step left\nto go', [says]: 'Open from 9 < 5 & closed later.' },
    es: { [reminder]: 'Falta un paso' },
  };
  expect((await save({ letters })).status).toBe(200);
  const english = await remind('en');
  expect(english.subject).toBe('One step left to go');
  expect(english.text).toContain('Open from 9 < 5 & closed later.');
  expect(english.html).toContain('Open from 9 &lt; 5 &amp; closed later.');
  expect(english.text).toContain('Questions? Call us at');
  const spanish = await remind('es');
  expect(spanish.subject).toBe('Falta un paso');
  expect(spanish.text).not.toContain('Open from 9');

  const { version } = await state();
  await call(dana, 'POST', '/restore', { expectedVersion: version, version: before.version });
  expect((await remind('en')).subject).toBe(reminder);
});

test('staff read the office’s words for mails, which the preview of a letter to a client shows', async () => {
  const preparer = await createPerson(portal, { role: 'admin' });
  const client = await createPerson(portal);
  const read = (person: Person, language: string) => call(person, 'GET', `/own-words?language=${language}`);
  expect(await read(preparer, 'es')).toEqual({ status: 200, body: {} });
  await save({ letters: { es: { 'Hello {name},': 'Qué tal, {name}:' } } });
  const { body } = await read(preparer, 'es');
  expect(Object.values(body as OwnLetterWords)).toEqual([['Qué tal, ', ['name'], ':']]);
  expect(Object.keys(body as OwnLetterWords)).toEqual([greeting('Rosa').id]);
  expect(await read(preparer, 'en')).toEqual({ status: 200, body: {} });
  expect((await read(preparer, 'fr')).status).toBe(400);
  expect((await read(client, 'es')).status).toBe(403);
  await save({ letters: null });
});

describe('the preview of a mail', () => {
  const preview = async (letter: string, language: string, facts: object) =>
    call(dana, 'POST', '/letter', { letter, language, facts });

  test('has the words of the request, not those that are published', async () => {
    await save({ letters: { en: { [reminder]: 'Published' } } });
    const { facts } = await state();
    const changed = { ...facts, letters: { en: { 'Hello {name},': 'Dear {name}:' } } };
    const { body } = await preview('payment_reminder', 'en', changed);
    const { subject, html } = body as LetterPreview;
    expect(subject).toBe(reminder);
    expect(html).toContain('Dear Rosa:');
    expect((await remind('en')).html).not.toContain('Dear Rosa:');
    await save({ letters: null });
  });

  test('is there for every mail, in every language', async () => {
    const { facts } = await state();
    for (const letter of Object.keys(letterNames)) {
      for (const language of ['en', 'es']) {
        const { status, body } = await preview(letter, language, facts);
        expect([letter, status]).toEqual([letter, 200]);
        expect((body as LetterPreview).html).toContain(`<html lang="${language}">`);
      }
    }
  });

  test('refuses what it does not know', async () => {
    const { facts } = await state();
    expect((await preview('visitor_notice', 'en', facts)).status).toBe(404);
    expect((await preview('recovery', 'fr', facts)).status).toBe(400);
    expect((await preview('recovery', 'en', { ...facts, name: '' })).status).toBe(422);
    const wrong = await preview('recovery', 'en', { ...facts, letters: { en: { 'Hello {name},': 'Hi' } } });
    expect(wrong).toMatchObject({
      status: 422,
      body: { problems: [{ path: 'letters.en.Hello {name},', message: 'needs {name}' }] },
    });
  });
});
