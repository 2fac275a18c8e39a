import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import type { OpenBrowser, Screen } from './browser.ts';
import { type Account, accountOf, officeYear } from './documents.ts';
import { officeApi } from './office-api.ts';
import { portal } from './portal.ts';
import { openStaffPage } from './staff-page.ts';

/**
 * The tests share one office, which sees one client at a time, and test files run in parallel. So each file has a
 * month of next year, which visitors can't book yet and which has no holiday. 0 is January.
 */
const months: Record<string, number> = {
  'staff/appointments.test.ts': 3,
  'staff/calendar-screens.test.ts': 5,
  'staff/calendar.test.ts': 7,
  'staff/reception.test.ts': 2,
};

/** A day that no other test uses. */
export function unusedDay(): string {
  const { file, project } = test.info();
  const month = months[relative(project.testDir, file)];
  if (month === undefined) throw new Error(`${file} has no month for its appointments`);
  for (let date = 1; date <= 28; date++) {
    const day = new Date(Date.UTC(officeYear() + 1, month, date)).toISOString().slice(0, 10);
    if (claim(`day-${day}`)) return day;
  }
  throw new Error(`${file} has used all days of its month`);
}

/** Claims a name for one test of the run, also if Playwright restarts a worker. */
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

/** The instant of a time in the office's zone, such as "09:00". */
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

export const uniqueName = (first = 'Kwame') => `${first} ${randomBytes(4).toString('hex')}`;

/** Adds an appointment as staff through the API. Returns its id. */
export async function addAppointment(
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

/** The list of a day's appointments, named like "Friday, November 20". */
export function dayList(page: Page, day: string): Locator {
  const name = new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));
  return page.getByRole('list', { name, exact: true }).or(page.getByRole('region', { name, exact: true }));
}

/** An appointment on the calendar, by the person's name. */
export const chip = (page: Page, name: string): Locator =>
  page.locator('[data-chip]').filter({ hasText: name });
export const openDialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });
export const confirmDialog = (page: Page): Locator => page.getByRole('alertdialog');
export const timeChoice = (page: Page): Locator => page.getByLabel('Time', { exact: true });
/** A toast with this text. */
export const toast = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('region', { name: /Notifications/ }).getByText(text);

export const dayAddress = (day: string) => `/manage/calendar?view=day&day=${day}`;

/** Signs in staff and opens the calendar at a day that no other test uses. */
export async function openDay(openBrowser: OpenBrowser, screen: Screen = 'desktop') {
  const day = unusedDay();
  const { page, person } = await openStaffPage(openBrowser, dayAddress(day), 'admin', { screen });
  await expect(page.getByRole('heading', { name: 'Calendar', exact: true })).toBeVisible();
  return { day, page, person, staff: await accountOf(person) };
}
