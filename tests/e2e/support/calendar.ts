import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { officeApi } from './back-door.ts';
import type { Screen } from './browser.ts';
import { openDesk } from './desk.ts';
import { type Account, accountOf, officeYear } from './documents.ts';

/**
 * The tests share one office, in which only one person can come at a time, and files run beside each other: each has
 * a month of its own, next year, when no visitor can book yet and no holiday is kept. 0 is January.
 */
const months: Record<string, number> = {
  'manage-appointments.test.ts': 3,
  'manage-calendar-screens.test.ts': 5,
  'manage-calendar.test.ts': 7,
};
let given = 0;
export function quietDay(): string {
  const month = months[basename(expect.getState().testPath ?? '')];
  if (month === undefined) throw new Error('this file has no month of its own');
  given += 1;
  return new Date(Date.UTC(officeYear() + 1, month, given)).toISOString().slice(0, 10);
}

const zones = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', timeZoneName: 'longOffset' });

/** The moment at which the office's clocks show this time, such as "09:00". */
export function officeTime(day: string, clock: string): string {
  const noon = new Date(`${day}T17:00:00Z`);
  const offset = zones
    .formatToParts(noon)
    .find(({ type }) => type === 'timeZoneName')
    ?.value.slice(3);
  return new Date(`${day}T${clock}:00${offset}`).toISOString();
}

export interface Booking {
  name: string;
  email?: string;
  phone?: string;
}

export const newName = (first = 'Kwame') => `${first} ${randomBytes(4).toString('hex')}`;

/** An appointment that staff have made, without the screens. Its id. */
export async function bookFor(
  { api }: Account,
  day: string,
  clock: string,
  { name, email, phone = '+12035550161' }: Booking,
): Promise<string> {
  const { data, error } = await api.rpc('add_appointment', {
    client_name: name,
    client_phone: phone,
    new_start: officeTime(day, clock),
    ...(email !== undefined && { client_email: email }),
  });
  if (error) throw error;
  return data.id;
}

export async function appointmentRow(id: string) {
  const { data, error } = await (await officeApi()).from('appointments').select('*').eq('id', id).single();
  if (error) throw error;
  return data;
}

/** The list of a day's appointments, by the beginning of its name: "Friday, November 20". */
export function dayList(page: Page, day: string): Locator {
  const name = new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));
  return page.getByRole('list', { name, exact: true }).or(page.getByRole('region', { name, exact: true }));
}

/** Somebody's appointment on the calendar. */
export const chip = (page: Page, name: string): Locator =>
  page.locator('[data-chip]').filter({ hasText: name });
export const openDialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });
export const question = (page: Page): Locator => page.getByRole('alertdialog');
export const timeChoice = (page: Page): Locator => page.getByLabel('Time', { exact: true });
/** What is said in a corner for a while. */
export const said = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('region', { name: /Notifications/ }).getByText(text);

export const dayAddress = (day: string) => `/manage/calendar?view=day&day=${day}`;

/** Somebody of the office, at a day on which nobody else does anything. */
export async function openDay(screen: Screen = 'desktop', expectedErrors: RegExp[] = []) {
  const day = quietDay();
  const { page, person } = await openDesk('admin', { screen, expectedErrors });
  await page.goto(dayAddress(day));
  await page.getByRole('heading', { name: 'Calendar', exact: true }).waitFor();
  return { day, page, person, staff: await accountOf(person) };
}
