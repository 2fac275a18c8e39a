import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createClient } from '@supabase/supabase-js';
import { solveCaptcha } from '#tests/support/captcha.ts';
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
      captchaToken: await solveCaptcha(portal.url, 'signup'),
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
  await page.waitForURL('**/account');
}
