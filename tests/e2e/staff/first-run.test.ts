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
      /name of your office \(to do\)$/,
      /phone number \(to do\)$/,
      /hours \(to do\)$/,
      /prices \(to do\)$/,
      /reviews \(to do\)$/,
      /email server \(to do\)$/,
      /backup \(to do\)$/,
      /recovery sheet \(to do\)$/,
      /two-step login for all staff \((to do|done)\)$/,
      /colleagues \(to do\)$/,
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
  await expect(setUp.getByRole('heading', { name: 'Add your colleagues (done)' })).toBeVisible();
  await setUp.getByRole('link', { name: 'Open facts' }).first().click();
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

test('a super user still has the steps when there is a client, until each is done or skipped', {
  tag: '@details-staff',
}, async ({ openBrowser }) => {
  const { page, setUp } = await openDesk(openBrowser, owner, { screen: 'phone' });
  await expect(page.getByRole('navigation', { name: 'Work queues' })).toBeVisible();
  await expect(setUp.getByRole('list')).toBeHidden();
  await setUp.getByText('Set up your office').click();
  const skips = setUp.getByRole('button', { name: /^Skip: / });
  await expect(setUp.getByRole('heading', { name: 'Add your first client (done)' })).toBeVisible();
  await setUp.getByRole('button', { name: 'Skip: Add your reviews' }).click();
  await setUp.getByRole('button', { name: 'Put back: Add your reviews' }).click();
  await expect(setUp.getByRole('heading', { name: 'Add your reviews (to do)' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  for (let left = await skips.count(); left > 0; left -= 1) {
    await skips.first().click();
    await expect(skips).toHaveCount(left - 1);
  }
  await expect(setUp).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});
