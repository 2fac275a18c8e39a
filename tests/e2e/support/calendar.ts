import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import type { OpenBrowser, Screen } from './browser.ts';
import { openDesk } from './desk.ts';
import { type Account, accountOf, officeYear } from './documents.ts';
import { officeApi } from './office-api.ts';
import { portal } from './portal.ts';

/**
 * The tests share one office, which sees one client at a time, and test files run in parallel. So each file has its
 * own month of next year, when no visitor can book yet and there is no holiday. 0 is January.
 */
const months: Record<string, number> = {
  'staff/appointments.test.ts': 3,
  'staff/calendar-screens.test.ts': 5,
  'staff/calendar.test.ts': 7,
};

/** A day that no other test uses. */
export function quietDay(): string {
  const { file, project } = test.info();
  const month = months[relative(project.testDir, file)];
  if (month === undefined) throw new Error(`${file} has no month for its appointments`);
  for (let date = 1; date <= 28; date++) {
    const day = new Date(Date.UTC(officeYear() + 1, month, date)).toISOString().slice(0, 10);
    if (claim(`day-${day}`)) return day;
  }
  throw new Error(`${file} has used all days of its month`);
}

/** Takes a name that only one test of the run can have, also after Playwright has restarted a worker. */
function claim(name: string): boolean {
  try {
    mkdirSync(join(portal.claimsDir, name));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
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
export async function openDay(
  openBrowser: OpenBrowser,
  screen: Screen = 'desktop',
  expectedErrors: RegExp[] = [],
) {
  const day = quietDay();
  const { page, person } = await openDesk(openBrowser, 'admin', { screen, expectedErrors });
  await page.goto(dayAddress(day));
  await expect(page.getByRole('heading', { name: 'Calendar', exact: true })).toBeVisible();
  return { day, page, person, staff: await accountOf(person) };
}
