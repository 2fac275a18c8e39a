import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { runSql } from '../../support/database.ts';
import { officeYear } from '../../support/documents.ts';
import { search } from '../../support/staff-page.ts';

/** Clients without a login of their own, named "<firstName> 001" and so on. The newest, which is first on the list, is the last. */
export async function seedClients(firstName: string, count: number): Promise<void> {
  await runSql(
    `insert into auth.users (email, email_confirmed_at, raw_user_meta_data)
     select lower($1) || n || '@example.com', now(),
       jsonb_build_object('first_name', $1::text, 'last_name', lpad(n::text, 3, '0'))
     from generate_series(1, $2::int) as n`,
    [firstName, count],
  );
  await runSql(
    `update public.user_profiles set created_at = now() - interval '1 hour' + last_name::int * interval '1 second'
     where first_name = $1`,
    [firstName],
  );
}

const ofName = `(select user_id from public.user_profiles where first_name = $1)`;

/** Asks each of them for a document that has their number in its name. */
export const askEach = (firstName: string): Promise<unknown> =>
  runSql(
    `insert into public.checklist_items (user_id, year, item, title)
     select user_id, $2, 'asked:lease', 'Lease ' || last_name from public.user_profiles where first_name = $1`,
    [firstName, officeYear()],
  );

/** Removes them, so that the other tests' lists stay short. */
export const removeClients = (firstName: string): Promise<unknown> =>
  runSql(`delete from auth.users where id in ${ofName}`, [firstName]);

/** Mails that are not due yet: the letters of jobs wait for them. */
export const holdLetters = (): Promise<unknown> =>
  runSql(
    `insert into public.email_queue (to_email, subject, body, email_type, next_attempt_at)
     select 'waiting@example.com', 's', 'b', 'bulk-hold', now() + interval '1 hour' from generate_series(1, 50)`,
  );
export const releaseLetters = (): Promise<unknown> =>
  runSql(`delete from public.email_queue where email_type = 'bulk-hold'`);

/** Opens the list of these clients only. */
export async function listThem(page: Page, firstName: string, count: number): Promise<void> {
  await search(page, firstName);
  await page.getByText(new RegExp(`^Showing ${count} of `)).waitFor();
}

export const bar = (page: Page): Locator => page.getByRole('toolbar', { name: 'Selected clients' });
export const jobs = (page: Page): Locator => page.getByRole('region', { name: 'Jobs' });
export const mark = (page: Page, name: string): Locator =>
  page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
/** Checkboxes are covered by their labels. */
export const press = (box: Locator, options: Parameters<Locator['click']>[0] = {}): Promise<void> =>
  box.locator('xpath=..').click(options);
export const markAll = (page: Page): Locator => page.getByRole('checkbox', { name: /^Select all / });
export const nameOf = (firstName: string, number: number): string =>
  `${firstName} ${String(number).padStart(3, '0')}`;

export const selected = (page: Page, count: number): Promise<void> =>
  expect(bar(page).getByText(`${count} selected`)).toBeVisible();

/** How many of them meet the condition; `p` is the profile, `d` the details. */
export async function clientsWhere(firstName: string, condition: string): Promise<number> {
  const rows = await runSql<{ count: number }>(
    `select count(*)::int as count from public.user_profiles p
     left join public.client_details d on d.client_id = p.user_id
     where p.first_name = $1 and (${condition})`,
    [firstName],
  );
  return rows[0]?.count ?? 0;
}
