import { button, dialog, expectGoodScreen } from '../../support/sign-in.ts';
import { search, uniqueFirstName, userRows, users } from '../../support/staff-page.ts';
import { expect, test } from '../../support/test.ts';
import {
  askEach,
  bar,
  clientsWhere,
  jobs,
  listThem,
  mark,
  markAll,
  nameOf,
  press,
  removeClients,
  seedClients,
  selected,
} from './selected-clients.ts';

let firstName: string;

test.beforeEach(() => {
  firstName = uniqueFirstName();
});
test.afterEach(() => removeClients(firstName));

test('keys select rows and ranges, and reach the acts', { tag: '@details-staff' }, async ({
  openClientList,
}) => {
  await seedClients(firstName, 12);
  const { page } = await openClientList();
  await listThem(page, firstName, 12);
  await expect(markAll(page)).toBeAttached();
  const rows = userRows(page);
  await rows.nth(0).getByRole('link').focus();
  await page.keyboard.press('x');
  await selected(page, 1);
  await expect(rows.nth(0)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Space');
  await expect(bar(page)).toHaveCount(0);
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Shift+ArrowDown');
  await selected(page, 4);
  await expect(rows.nth(3).getByRole('link')).toBeFocused();
  // The range becomes shorter, and goes on.
  await page.keyboard.press('Shift+ArrowUp');
  await selected(page, 3);
  await expect(mark(page, nameOf(firstName, 9))).not.toBeChecked();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await selected(page, 4);
  await expect(mark(page, nameOf(firstName, 9))).not.toBeChecked();

  await page.keyboard.press('Control+a');
  await selected(page, 12);
  await expect(markAll(page)).toBeChecked();
  // From the row, Tab goes to the bar, which is one stop.
  await page.keyboard.press('Tab');
  await expect(bar(page).getByRole('button').first()).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'Write to 12 clients')).toBeVisible();
  // Escape closes the dialog first, then clears.
  await page.keyboard.press('Escape');
  await expect(dialog(page, 'Write to 12 clients')).toHaveCount(0);
  await selected(page, 12);
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  await expect(users(page).getByRole('link').and(page.locator(':focus'))).toHaveCount(1);

  await page.keyboard.press('?');
  await expect(page.getByText('Select or deselect the client')).toBeVisible();
});

test('a range is selected by Shift and a click, over rows that are not loaded', {
  tag: '@details-staff',
}, async ({ openClientList }) => {
  await seedClients(firstName, 330);
  const { page } = await openClientList();
  await listThem(page, firstName, 330);
  await press(mark(page, nameOf(firstName, 330)));
  await selected(page, 1);
  await page.keyboard.press('End');
  await press(mark(page, nameOf(firstName, 2)), { modifiers: ['Shift'] });
  await selected(page, 329);
  await page.keyboard.press('Home');
  // A row, too, once something is selected: no other window opens.
  const row = userRows(page).filter({ hasText: nameOf(firstName, 328) });
  await row.getByRole('link').click({ modifiers: ['Shift'] });
  await selected(page, 3);
  expect(page.context().pages()).toHaveLength(1);
  await bar(page).getByRole('button', { name: 'All 330 that match' }).click();
  await selected(page, 330);
});

test('another search clears the selection and says so; a case and another order keep it', {
  tag: '@details-staff',
}, async ({ openClientList }) => {
  await seedClients(firstName, 3);
  const { page } = await openClientList();
  await listThem(page, firstName, 3);
  await press(mark(page, nameOf(firstName, 2)));
  await selected(page, 1);
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect(page).toHaveURL(/sort=name/);
  await selected(page, 1);
  await users(page)
    .getByRole('link', { name: nameOf(firstName, 1) })
    .click();
  await button(page, 'Clear Selection').click();
  await selected(page, 1);
  await expect(mark(page, nameOf(firstName, 2))).toBeChecked();

  await search(page, nameOf(firstName, 1));
  await expect(
    page.getByText('The search or a filter changed, so 1 client isn’t selected anymore.'),
  ).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  await expectGoodScreen(page);
  await search(page, firstName);
  await page.getByText(/^Showing 3 of /).waitFor();
  await expect(bar(page)).toHaveCount(0);
  await press(mark(page, nameOf(firstName, 3)));
  await selected(page, 1);
  await expect(page.getByText('The search or a filter changed')).toHaveCount(0);
});

test('on a phone, clients are selected by touch and tagged', { tag: '@details-staff' }, async ({
  openClientList,
}) => {
  await seedClients(firstName, 4);
  const { page } = await openClientList('admin', { screen: 'phone' });
  await listThem(page, firstName, 4);
  await button(page, 'Select').click();
  await expectGoodScreen(page);
  await press(mark(page, nameOf(firstName, 4)));
  await press(mark(page, nameOf(firstName, 2)));
  await selected(page, 2);
  const area = await mark(page, nameOf(firstName, 2)).locator('xpath=..').boundingBox();
  expect(Math.min(area?.width ?? 0, area?.height ?? 0)).toBeGreaterThanOrEqual(44);
  for (const one of await bar(page).getByRole('button').all())
    expect((await one.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await expectGoodScreen(page);
  await bar(page).getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Tag' }).click();
  const asks = dialog(page, 'Tag 2 clients');
  await asks.getByLabel('Tag', { exact: true }).fill('late');
  await expectGoodScreen(page);
  await asks.getByRole('button', { name: 'Tag 2 clients' }).click();
  await expect(jobs(page)).toContainText('2 done');
  expect(await clientsWhere(firstName, `d.tags = array['late']`)).toBe(2);
  await expect(mark(page, nameOf(firstName, 4))).toHaveCount(0);
  await expectGoodScreen(page);
});

for (const screen of ['desktop', 'phone'] as const) {
  test(`the selection and its dialogs look right (${screen})`, { tag: '@looks' }, async ({
    openClientList,
  }) => {
    await seedClients(firstName, 3);
    await askEach(firstName);
    const { page } = await openClientList('admin', { screen });
    await listThem(page, firstName, 3);
    if (screen === 'phone') await button(page, 'Select').click();
    await press(mark(page, nameOf(firstName, 3)));
    await selected(page, 1);
    await bar(page)
      .getByRole('button', { name: screen === 'phone' ? 'All 3' : 'All 3 that match' })
      .click();
    await selected(page, 3);
    await expectGoodScreen(page);
    if (screen === 'phone') {
      await bar(page).getByRole('button', { name: 'Actions' }).click();
      await page.getByRole('menuitem', { name: 'Remind of missing documents' }).click();
    } else await bar(page).getByRole('button', { name: 'Remind of missing documents' }).click();
    await expect(page.getByRole('article')).toHaveCount(3);
    await expectGoodScreen(page);
  });
}
