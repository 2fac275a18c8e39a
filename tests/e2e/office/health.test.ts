import { es, expectGoodSpanish } from '../language/spanish.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/browser.ts';
import { expect, test } from '../support/test.ts';

for (const screen of ['desktop', 'phone'] as const) {
  test(`super users see the status of every dependency (${screen})`, {
    tag: screen === 'desktop' ? '@details-staff' : '@looks',
  }, async ({ openClientList }) => {
    const { page } = await openClientList('super', { screen });
    await page.goto('/manage/office/health');
    const lights = page.getByRole('list', { name: 'Lights' });
    await expect(lights).toBeVisible();
    await expect(lights.getByRole('listitem')).toHaveCount(13);
    const backup = lights.getByRole('listitem').filter({ hasText: 'No backup is configured.' });
    // Problems come first, named in words and not only by color.
    await expect(backup.getByText('Needs attention', { exact: true })).toBeVisible();
    const database = lights.getByRole('listitem').filter({ hasText: 'The database is responding.' });
    await expect(database.getByText('Good', { exact: true })).toBeVisible();
    // Tests share one portal, and another test may have caused a problem.
    await expect(page.getByText(/^(Nothing is broken|\d+ problems? )/)).toBeVisible();
    const before = await page.getByText(/^Last checked /).textContent();
    expect(before).toMatch(/20\d\d/);
    const checked = page.waitForResponse(
      (answer) => answer.url().endsWith('/functions/v1/health') && answer.ok(),
    );
    await page.getByRole('button', { name: 'Check again' }).click();
    await checked;
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
}

test('lists problems first, with what to do', { tag: '@details-staff' }, async ({ openClientList }) => {
  const { page } = await openClientList('super');
  const light = (id: string, state: string, says: string, more = {}) => ({ id, state, says, ...more });
  let lights = [
    light('database', 'green', 'The database is responding.'),
    light('mail', 'red', 'No emails are going out.', { todo: 'Ring the provider.', detail: 'ECONNREFUSED' }),
  ];
  await page.route('**/functions/v1/health', (route) =>
    route.fulfill({ json: { looked_at: '2026-11-22T12:00:00Z', lights } }),
  );
  await page.goto('/manage/office/health');
  await expect(page.getByText('1 problem needs your attention today.')).toBeVisible();
  const first = page.getByRole('list', { name: 'Lights' }).getByRole('listitem').first();
  await expect(first).toContainText('Ring the provider.');
  await expect(first).toContainText('ECONNREFUSED');
  await expectAccessible(page);
  lights = [light('database', 'green', 'The database is responding.')];
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('Everything is fine.')).toBeVisible();
});

test('is in Spanish for those who have chosen it', { tag: '@looks' }, async ({ openClientList }) => {
  const { page } = await openClientList('super');
  await page.goto('/account');
  await page.getByRole('button', { name: 'Español' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await page.goto('/manage/office/health');
  await expect(page.getByText(es('No backup is configured.'))).toBeVisible();
  await expectGoodSpanish(page);
});

test('other users see that they have no access', { tag: '@details-staff' }, async ({ openClientList }) => {
  const { page } = await openClientList('admin');
  await page.goto('/manage/office/health');
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
});
