import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { createClient } from '@supabase/supabase-js';
import type { CaptchaAction } from '#contract/captcha.ts';
import { forgedPass } from '#tests/support/captcha.ts';
import { PUBLISHABLE_KEY } from '#tests/support/server/keys.ts';
import { linkIn, mailTo } from './mail.ts';
import { portal } from './portal.ts';

export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  /** Ten digits, as typed. */
  phone: string;
  password: string;
  /** The session from the confirmation link, so that API calls need no login. */
  session?: { access_token: string; refresh_token: string };
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

/** Signs a person up and confirms the email without a browser. */
export async function confirmedPerson(firstName?: string): Promise<Person> {
  const person = newPerson(firstName);
  const { auth } = createClient(portal.url, PUBLISHABLE_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { error } = await auth.signUp({
    email: person.email,
    password: person.password,
    options: {
      captchaToken: await captchaPass('signup'),
      data: { first_name: person.firstName, last_name: person.lastName, phone: person.phone },
    },
  });
  if (error) throw error;
  const answer = await fetch(linkIn(await mailTo(person.email)), { redirect: 'manual' });
  const { hash } = new URL(answer.headers.get('location') ?? '', portal.url);
  const [access_token, refresh_token] = ['access_token', 'refresh_token'].map((name) =>
    new URLSearchParams(hash.slice(1)).get(name),
  );
  if (!access_token || !refresh_token) throw new Error(`the link was answered with ${answer.status}`);
  return { ...person, session: { access_token, refresh_token } };
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
