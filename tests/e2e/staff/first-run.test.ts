import { createPerson, type Person } from '#tests/support/people.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  type OpenBrowser,
  type OpenOptions,
} from '../support/browser.ts';
import { type OwnPortal, startOwnPortal } from '../support/own-portal.ts';
import { signInAs } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

// Another portal: that of the other tests has clients.
let portal: OwnPortal;
let owner: Person;
let admin: Person;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  portal = await startOwnPortal();
  owner = await createPerson(portal, { role: 'super' });
});
test.afterAll(() => portal?.remove());

async function openDesk(openBrowser: OpenBrowser, person: Person, options?: OpenOptions) {
  const { page } = await openBrowser(options);
  await signInAs(page, { api: person.client }, portal.url);
  await page.goto(`${portal.url}/manage`);
  return { page, setUp: page.getByRole('region', { name: 'Set up your office' }) };
}

for (const screen of ['desktop', 'phone'] as const) {
  test(`a new office sees what to do first (${screen})`, {
    tag: screen === 'desktop' ? '@details-staff' : '@looks',
  }, async ({ openBrowser }) => {
    const { page, setUp } = await openDesk(openBrowser, owner, { screen });
    await expect(setUp.getByRole('heading', { level: 3 })).toHaveText([
      /facts \(to do\)$/,
      /colleagues \(to do\)$/,
      /email server \(to do\)$/,
      /backup \(to do\)$/,
      /recovery sheet \(to do\)$/,
      /first client \(to do\)$/,
    ]);
    // From the health check.
    await expect(setUp.getByText('Emails are only saved to a folder, so no one gets them.')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Work queues' })).toBeHidden();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
}

test('marks a step that is done', { tag: '@details-staff' }, async ({ openBrowser }) => {
  admin = await createPerson(portal, { role: 'admin' });
  const { page, setUp } = await openDesk(openBrowser, owner);
  await expect(setUp.getByText('1 of 6 done. You can change all of it later.')).toBeVisible();
  await expect(setUp.getByRole('heading', { name: 'Add your colleagues (done)' })).toBeVisible();
  await setUp.getByRole('link', { name: 'Open facts' }).click();
  await expect(page).toHaveURL(/\/manage\/office\/contact$/);
});

test('staff without the right to set up add the first client, then see the queues', {
  tag: '@details-staff',
}, async ({ openBrowser }) => {
  const { page, setUp } = await openDesk(openBrowser, admin);
  const first = page.getByRole('region', { name: 'Add the first client' });
  await first.getByRole('button', { name: 'New client' }).click();
  const form = page.getByRole('dialog', { name: 'New client' });
  await form.getByLabel('First name').fill('Ada');
  await form.getByLabel('Last name').fill('Lovelace');
  await form.getByRole('button', { name: 'Open the client' }).click();
  await expect(page.getByRole('heading', { name: 'Managing files for Ada Lovelace' })).toBeVisible();
  await page.goto(`${portal.url}/manage`);
  await expect(page.getByRole('navigation', { name: 'Work queues' })).toBeVisible();
  await expect(first).toBeHidden();
  await expect(setUp).toBeHidden();
});
