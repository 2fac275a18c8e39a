import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Session } from '@supabase/supabase-js';
import type { CaptchaAction } from '#contract/captcha.ts';
import { forgedPass } from '#tests/support/captcha.ts';
import { insertPerson, PASSWORD, visitor } from '#tests/support/people.ts';
import { runSql } from './database.ts';
import { portal } from './portal.ts';

export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  /** Ten digits, as typed. */
  phone: string;
  password: string;
  session?: Session;
}

export function newPerson(firstName = 'Rosa'): Person {
  return {
    firstName,
    lastName: 'Delgado Mu\u00f1oz',
    email: `${firstName.toLowerCase()}-${randomBytes(5).toString('hex')}@example.com`,
    phone: '2035550142',
    password: 'seis perros azules',
  };
}

/** The pass for a solved captcha, signed with the portal's key: solving one for each person takes half a second. */
export async function captchaPass(action: CaptchaAction): Promise<string> {
  const masterKey = await readFile(join(portal.dataDir, 'keys', 'encryption.key'), 'utf8');
  return forgedPass({ action, masterKey });
}

/** A person with a confirmed email, written into the database, and a session. */
export async function confirmedPerson(firstName?: string): Promise<Person> {
  const person = { ...newPerson(firstName), password: PASSWORD };
  await insertPerson(
    { database: { query: runSql } },
    {
      email: person.email,
      data: { first_name: person.firstName, last_name: person.lastName, phone: person.phone },
    },
  );
  return { ...person, session: await logInByApi(person) };
}

export async function logInByApi({ email, password }: Pick<Person, 'email' | 'password'>): Promise<Session> {
  const options = { captchaToken: await captchaPass('login') };
  const { data, error } = await visitor(portal).auth.signInWithPassword({ email, password, options });
  if (error) throw error;
  return data.session;
}

/** `inWords` names the labels in the language of the page. */
export async function fillSignUp(
  page: Page,
  person: Person,
  inWords = (label: string) => label,
): Promise<void> {
  const answers = {
    'First name': person.firstName,
    'Last name': person.lastName,
    Email: person.email,
    'Confirm email': person.email,
    'Phone number': person.phone,
    Password: person.password,
    'Confirm password': person.password,
  };
  for (const [label, answer] of Object.entries(answers)) {
    await page.getByLabel(inWords(label), { exact: true }).fill(answer);
  }
}

/** Logs in on the login page and waits for the page that follows. */
export async function logIn(page: Page, person: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  // Staff land on the list of clients.
  await page.waitForURL(/\/(account|manage)$/);
}
