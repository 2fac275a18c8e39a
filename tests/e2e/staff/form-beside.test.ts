import type { Locator, Page } from '@playwright/test';
import { newClientForm } from '#tests/support/forms/tax-forms.ts';
import { expectAccessible, noPrintMedia, type OpenOptions, skipInFirefox } from '../support/browser.ts';
import { runSql } from '../support/database.ts';
import { type Account, accountOf, officeYear } from '../support/documents.ts';
import { dialog, expectGoodScreen } from '../support/sign-in.ts';
import { type CasePage, fullName, part } from '../support/staff-page.ts';
import { submitForm } from '../support/tax-form.ts';
import { expect, test } from '../support/test.ts';

const FAMILY = [
  '123-45-6789',
  '987-65-4321',
  '222-33-4455',
  '333-44-5566',
  '06-7654321',
  '011000015',
  '7788990011',
];
const MASKED = '***-**-6789';
const noClipboard = 'Playwright can’t grant the clipboard there';

type OpenCase = (role?: 'admin' | 'super', options?: OpenOptions) => Promise<CasePage>;
interface FormPage extends CasePage {
  viewer: Locator;
}

/** A form that was sent, open beside the work. */
async function openSheet(openCase: OpenCase, options: OpenOptions = {}): Promise<FormPage> {
  const desk = await openCase('admin', options);
  await submitForm(desk.account);
  await desk.page.reload();
  await part(desk.page, 'Form Manager')
    .getByRole('link', { name: fullName(desk.client) })
    .click();
  const viewer = part(desk.page, `Tax form ${officeYear()}: ${fullName(desk.client)}`);
  await expect(viewer.getByText(MASKED)).toBeVisible();
  return { ...desk, viewer };
}

const press = (viewer: Locator, name: string) => viewer.getByRole('button', { name, exact: true }).click();
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const allowClipboard = (page: Page) => page.context().grantPermissions(['clipboard-read', 'clipboard-write']);

/** What the office recorded about the client's form. */
function recorded({ id }: Account, action: string) {
  return runSql(
    `select details->>'reason' as reason, details->>'field' as field, details->>'numbers' as numbers,
       jsonb_array_length(details->'fields') as fields
     from public.audit_log where subject_id = $1 and action = $2 order by id`,
    [id, action],
  );
}

async function resubmit({ id, api }: Account, form_data: object): Promise<void> {
  await api.from('tax_forms').upsert({ user_id: id, year: officeYear(), form_data }).throwOnError();
}

async function expectAllMasked(viewer: Locator): Promise<void> {
  for (const number of FAMILY) await expect(viewer.getByText(number)).toHaveCount(0);
}

test('one number is one click, and all numbers of a family are one click with a reason', {
  tag: '@details-staff',
}, async ({ openCase }) => {
  const { viewer, page, account } = await openSheet(openCase);
  await press(viewer, 'Show SSN or ITIN');
  await expect(viewer.getByText('123-45-6789')).toBeVisible();
  await press(viewer, 'Prepare the return');
  for (const number of FAMILY) await expect(viewer.getByText(number)).toBeVisible();
  // The pressed button is gone; its place has the focus.
  await expect(viewer.getByRole('button', { name: 'Hide now' })).toBeFocused();
  await expectGoodScreen(page);
  expect(await recorded(account, 'tax_form.revealed')).toEqual([
    { reason: null, field: 'ssn', numbers: null, fields: null },
    { reason: 'To prepare the return', field: null, numbers: null, fields: 7 },
  ]);
  await press(viewer, 'Hide now');
  await expectAllMasked(viewer);
  await expect(viewer.getByRole('button', { name: 'Prepare the return' })).toBeFocused();
});

test('another reason is asked for in words', { tag: '@details-staff' }, async ({ openCase }) => {
  const { viewer, page, account } = await openSheet(openCase);
  await press(viewer, 'Another reason...');
  const ask = dialog(page, 'Why do you need the numbers?');
  await ask.getByRole('button', { name: 'Show all numbers' }).click();
  await expect(ask.getByText('Write your reason first')).toBeVisible();
  await expectGoodScreen(page);
  await ask.getByLabel('Your reason').fill('The IRS called');
  await page.keyboard.press('Enter');
  await expect(viewer.getByText('987-65-4321')).toBeVisible();
  expect(await recorded(account, 'tax_form.revealed')).toMatchObject([
    { reason: 'The IRS called', fields: 7 },
  ]);
});

test('numbers count down, and hide after fifteen minutes or with the window', {
  tag: '@details-staff',
}, async ({ openCase }) => {
  const { viewer, page } = await openSheet(openCase);
  await page.clock.install();
  await page.reload();
  await press(viewer, 'Prepare the return');
  const timer = viewer.getByRole('timer');
  await expect(timer).toHaveText(/^Hides in (15:00|14:5\d)$/);
  const said = viewer.getByRole('status').filter({ hasText: /number/ });
  await expect(said).toHaveText('All numbers are shown for 15 minutes.');
  await page.clock.fastForward('10:00');
  await expect(timer).toHaveText(/^Hides in [45]:\d\d$/);
  await expect(said).toHaveText('All numbers are shown for 15 minutes.');
  await page.clock.fastForward('04:10');
  await expect(said).toHaveText('The numbers are hidden in one minute.');
  await expect(viewer.getByText('987-65-4321')).toBeVisible();
  await page.clock.fastForward('01:00');
  await expectAllMasked(viewer);
  await expect(timer).toHaveCount(0);

  // The tax program beside it takes the focus, and the numbers stay. In a hidden window they go.
  await press(viewer, 'Check with the client');
  await expect(viewer.getByText('987-65-4321')).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  await expect(viewer.getByText('987-65-4321')).toBeVisible();
  const left = await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    // At once, since nothing is drawn anymore.
    return document.body.textContent ?? '';
  });
  for (const number of FAMILY) expect(left).not.toContain(number);
});

test('says so if the limit is reached, and shows and records nothing', { tag: '@details-staff' }, async ({
  openCase,
}) => {
  const { viewer, page, person, account } = await openSheet(openCase, {
    expectedErrors: [/status of 429/],
  });
  const { id } = await accountOf(person);
  await runSql(
    `insert into public.audit_log (actor_id, action, subject_id)
     select $1, 'tax_form.revealed', $1 from generate_series(1, 294)`,
    [id],
  );
  await press(viewer, 'Prepare the return');
  await expect(viewer.getByText(/You’ve viewed a lot of numbers in the past hour/)).toBeVisible();
  await expectAllMasked(viewer);
  await expectAccessible(page);
  expect(await recorded(account, 'tax_form.revealed')).toEqual([]);
  // Fewer are still allowed.
  await press(viewer, 'Show SSN or ITIN');
  await expect(viewer.getByText('123-45-6789')).toBeVisible();
});

test('copies what a tax program takes, and asks before it shows a number', { tag: '@details-staff' }, async ({
  openCase,
}) => {
  skipInFirefox(noClipboard);
  const { viewer, page, account } = await openSheet(openCase);
  await allowClipboard(page);
  for (const [name, text] of [
    ['First name', 'Maria'],
    ['Date of birth', '07/04/1984'],
    ['State', 'CT'],
    ['Phone number', '2035550101'],
    ['First name, dependent 1', 'Ana'],
  ] as const) {
    const button = viewer.getByRole('button', { name: `Copy ${name}`, exact: true });
    await button.hover();
    await expect(button).toHaveCSS('opacity', '1');
    await button.click();
    await expect(viewer.getByRole('button', { name: `Copied ${name}`, exact: true })).toBeVisible();
    expect([name, await clipboard(page)]).toEqual([name, text]);
  }
  await expect(viewer.getByRole('status').filter({ hasText: 'Copied: First name' })).toHaveCount(1);
  const asTyped = (name: string) =>
    viewer.getByRole('button', { name: `Copy ${name} as typed`, exact: true }).click();
  await asTyped('State');
  await expect.poll(() => clipboard(page)).toBe('Connecticut');
  await expect(viewer.getByRole('button', { name: 'Copy First name as typed', exact: true })).toHaveCount(0);

  await viewer.getByText('SSN or ITIN', { exact: true }).first().hover();
  await press(viewer, 'Copy SSN or ITIN');
  const ask = page.getByRole('alertdialog', { name: 'Show this number?' });
  await expectGoodScreen(page);
  await ask.getByRole('button', { name: 'Cancel' }).click();
  expect(await recorded(account, 'tax_form.revealed')).toEqual([]);
  expect(await clipboard(page)).toBe('Connecticut');

  await press(viewer, 'Copy SSN or ITIN');
  await ask.getByRole('button', { name: 'Show and copy' }).click();
  await expect(viewer.getByText('123-45-6789')).toBeVisible();
  await expect(viewer.getByRole('button', { name: 'Copied SSN or ITIN', exact: true })).toBeVisible();
  expect(await clipboard(page)).toBe('123456789');
  expect(await recorded(account, 'tax_form.revealed')).toMatchObject([{ field: 'ssn' }]);
  await asTyped('SSN or ITIN');
  await expect.poll(() => clipboard(page)).toBe('123-45-6789');

  await press(viewer, 'Clear clipboard');
  await expect(page.getByText('The clipboard was cleared.')).toBeVisible();
  expect(await clipboard(page)).toBe('');
});

test('prints without numbers, and with them if asked, and records both', { tag: '@details-staff' }, async ({
  openCase,
}) => {
  skipInFirefox(noPrintMedia);
  const { viewer, page, account } = await openSheet(openCase);
  const around = [
    page.getByRole('heading', { name: /^Managing files/ }),
    viewer.getByRole('button', { name: 'Print', exact: true }),
    viewer.getByRole('button', { name: 'Prepare the return' }),
    viewer.getByRole('navigation'),
    part(page, 'Notes'),
    page.getByText('Your account doesn’t have an authenticator app yet.'),
  ];
  for (const element of around) await expect(element).toBeVisible();
  await page.evaluate(() => {
    window.print = () =>
      document.body.setAttribute('data-printed', document.body.dataset.printed ? '2' : '1');
  });

  // Shown on the screen, masked on paper.
  await press(viewer, 'Show SSN or ITIN');
  await expect(viewer.getByText('123-45-6789')).toBeVisible();
  await press(viewer, 'Print');
  await expect(page.locator('body[data-printed="1"]')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  for (const element of around) await expect(element).toBeHidden();
  await expect(viewer.getByText(MASKED)).toBeVisible();
  await expect(viewer.getByText('123-45-6789')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  await press(viewer, 'Print with numbers');
  await expect(page.locator('body[data-printed="2"]')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  for (const number of FAMILY) await expect(viewer.getByText(number)).toBeVisible();
  // The next one, from the browser's own menu, has none.
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(viewer.getByText('123-45-6789')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await expect(viewer.getByText(/^Printed with numbers by Sam Delgado Muñoz/)).toBeVisible();

  expect(await recorded(account, 'tax_form.revealed')).toMatchObject([
    { field: 'ssn' },
    { reason: 'To print the form', fields: 7 },
  ]);
  expect(await recorded(account, 'tax_form.printed')).toMatchObject([
    { numbers: 'false' },
    { numbers: 'true' },
  ]);
});

test('marks what the client changed since the last print, in words', { tag: '@details-staff' }, async ({
  openCase,
}) => {
  const { viewer, page, account } = await openSheet(openCase, { expectedErrors: [/status of 409/] });
  await page.evaluate(() => {
    window.print = () => {};
  });
  await press(viewer, 'Print');
  await expect(viewer.getByText(/^Printed by Sam/)).toBeVisible();
  await expect(viewer.getByText(/Changed since/)).toHaveCount(0);
  const [ana, rosa] = newClientForm.dependents;
  const { briefDescription: _, ...form } = newClientForm;
  await resubmit(account, {
    ...form,
    city: 'Hamden',
    // The mask is the same.
    ssn: '124-45-6789',
    dependents: [{ ...ana, daycare: 'no' }, rosa],
  });

  // What is printed now would not be what is on the screen: the new answers come first.
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes');
  });
  await press(viewer, 'Print');
  await expect(viewer.getByText('The form was submitted again. These are the new answers.')).toBeVisible();
  await expect(page.locator('body[data-printed]')).toHaveCount(0);
  await expect(viewer.getByText('Hamden')).toBeVisible();
  const changed = viewer.locator('dl > div').filter({ hasText: /Changed since print on / });
  await expect(changed.locator('dt')).toHaveText([
    'City',
    'SSN or ITIN',
    'Did you pay for daycare?',
    'Special instructions',
  ]);
  await expect(viewer.getByText('4 answers changed since then.')).toBeVisible();
  await expectGoodScreen(page);
});

test('hides the numbers when the client submits the form again', { tag: '@details-staff' }, async ({
  openCase,
}) => {
  const { viewer, page, account } = await openSheet(openCase);
  await resubmit(account, { ...newClientForm, ssn: '124-45-6780' });
  await press(viewer, 'Prepare the return');
  await expect(viewer.getByText('The form was submitted again. These are the new answers.')).toBeVisible();
  await expectAllMasked(viewer);
  await expect(viewer.getByText('***-**-6780')).toBeVisible();
  expect(await page.content()).not.toContain('124-45-6780');
});

test('works by keyboard only', { tag: '@details-staff' }, async ({ openCase }) => {
  skipInFirefox(noClipboard);
  const { viewer, page } = await openSheet(openCase);
  await allowClipboard(page);
  await viewer.getByRole('button', { name: 'Back to files' }).focus();
  const tabTo = async (name: string) => {
    const target = viewer.getByRole('button', { name, exact: true });
    for (let steps = 0; steps < 40; steps++) {
      if (await target.evaluate((element) => element === document.activeElement)) return target;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach ${name}`);
  };
  await tabTo('Prepare the return');
  await page.keyboard.press('Enter');
  await expect(viewer.getByText('123-45-6789')).toBeVisible();
  const copy = await tabTo('Copy SSN or ITIN');
  await expect(copy).toHaveCSS('opacity', '1');
  await page.keyboard.press('Enter');
  await expect(viewer.getByRole('button', { name: 'Copied SSN or ITIN', exact: true })).toBeFocused();
  expect(await clipboard(page)).toBe('123456789');
});

test('fits a phone, where every line can be copied without hovering', { tag: '@details-staff' }, async ({
  openCase,
}) => {
  const { viewer, page } = await openSheet(openCase, { screen: 'phone' });
  await expect(viewer.getByRole('button', { name: 'Copy First name', exact: true })).toHaveCSS(
    'opacity',
    '1',
  );
  await expectGoodScreen(page);
  await press(viewer, 'Prepare the return');
  for (const number of FAMILY) await expect(viewer.getByText(number)).toBeVisible();
  await expectGoodScreen(page);
});

test('jumps to a section', { tag: '@details-staff' }, async ({ openCase }) => {
  const { viewer, page } = await openSheet(openCase);
  const before = page.url();
  await viewer.getByRole('navigation').getByRole('link', { name: 'Your refund' }).click();
  const heading = viewer.getByRole('heading', { name: 'Your refund' });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  expect(page.url()).toBe(before);
});
