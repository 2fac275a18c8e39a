import { randomBytes } from 'node:crypto';
import type { Frame, Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { BookedTime, FreeTimes } from '#contract/calendar.ts';
import { PUBLISHABLE_KEY } from '#tests/support/server/keys.ts';
import { officeApi } from './office-api.ts';
import { captchaPass } from './people.ts';
import { portal } from './portal.ts';

export const cross = '❌ ';
export const thanks = '✅ Thank you! Please select your preferred appointment time using the calendar below.';

export interface Booker {
  name: string;
  phone: string;
  email: string;
}

export function newBooker(name = 'Rosa Delgado Muñoz'): Booker {
  return { name, phone: '2035550142', email: `booker-${randomBytes(5).toString('hex')}@example.com` };
}

export async function fillBooking(page: Page, { name, phone, email }: Partial<Booker>): Promise<void> {
  if (name !== undefined) await page.getByLabel('Full name').fill(name);
  if (phone !== undefined) await page.getByLabel('Phone').pressSequentially(phone);
  if (email !== undefined) await page.getByLabel('Email').fill(email);
}

/** Waits for hydration. Before that, Enter sends nothing and numbers are not formatted. */
export const waitForForm = (page: Page) =>
  expect(page.getByRole('button', { name: 'Choose a time' })).toBeEnabled();

export const submitBooking = (page: Page) => page.getByRole('button', { name: 'Choose a time' }).click();

/** Our own calendar on the booking page. */
export const calendarIn = (page: Page): Locator =>
  page.getByRole('region', { name: 'Calendar: choose your appointment time', exact: true });

/** The frame of an external scheduler on the booking page. */
export async function calendarFrameOf(page: Page): Promise<Frame> {
  const handle = await page.locator('iframe[title^="Calendar"]').elementHandle();
  const frame = await handle?.contentFrame();
  if (!frame) throw new Error('no calendar in the page');
  return frame;
}

type Place = Page | Locator;
const dayGroup = (place: Place): Locator => place.getByRole('radiogroup', { name: 'Day', exact: true });
export const days = (place: Place): Locator => dayGroup(place).getByRole('radio');
/** Days without holidays, which may be among the first days. */
export const openDays = (place: Place): Locator => dayGroup(place).getByRole('radio', { disabled: false });
export const times = (place: Place): Locator =>
  place.getByRole('radiogroup', { name: /^\w+day, / }).getByRole('radio');

/** React Aria hides the radio input visually; people click the card around it. */
export const clickRadio = (radio: Locator) => radio.locator('xpath=ancestor::label').click();

export async function freeTimes(days = 14): Promise<string[]> {
  const answer = await fetch(`${portal.url}/functions/v1/calendar?days=${days}`);
  const free = (await answer.json()) as FreeTimes;
  return free.days.flatMap((day) => day.times);
}

/** Books a time for someone else through the API. */
export async function bookThroughApi(
  start: string,
  who: Booker = newBooker('Somebody Else'),
): Promise<BookedTime> {
  const { url } = portal;
  const answer = await fetch(`${url}/functions/v1/calendar-book`, {
    method: 'POST',
    headers: {
      apikey: PUBLISHABLE_KEY,
      'content-type': 'application/json',
      'x-captcha-pass': await captchaPass('appointment'),
    },
    body: JSON.stringify({ start, ...who }),
  });
  if (answer.status !== 201) throw new Error(`${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as BookedTime;
}

/** The stored appointments of an email address, oldest first. */
export async function findAppointments(email: string) {
  const { data, error } = await (await officeApi())
    .from('appointments')
    .select()
    .eq('email', email)
    .order('created_at');
  if (error) throw error;
  return data;
}

/** Starts counting the messages that a page receives. The returned function reads the count. */
export async function countMessages(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    window.addEventListener('message', () => {
      dataset.messages = String(Number(dataset.messages ?? 0) + 1);
    });
  });
  return () => page.evaluate(() => Number(document.documentElement.dataset.messages ?? 0));
}
