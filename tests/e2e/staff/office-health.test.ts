import { expect, test } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll, looks } from '../support/browser.ts';
import { openDesk } from '../support/desk.ts';

test.each(looks)(
  'super users see a light for everything the portal needs (%s, %s)',
  async (screen, colorScheme) => {
    const { page } = await openDesk('super', { screen, colorScheme });
    await page.goto('/manage/office/health');
    const lights = page.getByRole('list', { name: 'Lights' });
    await lights.waitFor();
    expect(await lights.getByRole('listitem').count()).toBe(12);
    const backup = lights.getByRole('listitem').filter({ hasText: 'No backup is configured.' });
    // What needs a look comes first, and says so in a word.
    await backup.getByText('Needs a look', { exact: true }).waitFor();
    const database = lights.getByRole('listitem').filter({ hasText: 'The database answers.' });
    await database.getByText('Good', { exact: true }).waitFor();
    // The tests share one portal: others may have broken something.
    await page.getByText(/^(Nothing is broken|\d+ problems? )/).waitFor();
    const before = await page.getByText(/^Last looked at /).textContent();
    expect(before).toMatch(/20\d\d/);
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.waitForResponse((answer) => answer.url().endsWith('/functions/v1/health') && answer.ok());
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  },
);

test('a problem stands at the top, with what to do; all green is calm', async () => {
  const { page } = await openDesk('super');
  const light = (id: string, state: string, says: string, more = {}) => ({ id, state, says, ...more });
  let lights = [
    light('database', 'green', 'The database answers.'),
    light('mail', 'red', 'No mail leaves.', { todo: 'Ring the provider.', detail: 'ECONNREFUSED' }),
  ];
  await page.route('**/functions/v1/health', (route) =>
    route.fulfill({ json: { looked_at: '2026-11-22T12:00:00Z', lights } }),
  );
  await page.goto('/manage/office/health');
  await page.getByText('1 problem needs you today.').waitFor();
  const first = page.getByRole('list', { name: 'Lights' }).getByRole('listitem').first();
  expect(await first.textContent()).toContain('Ring the provider.');
  expect(await first.textContent()).toContain('ECONNREFUSED');
  await expectAccessible(page);
  lights = [light('database', 'green', 'The database answers.')];
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByText('All is well.').waitFor();
});

test('others are told that this is not for them', async () => {
  const { page } = await openDesk('admin');
  await page.goto('/manage/office/health');
  await page.getByRole('heading', { name: 'Access Denied' }).waitFor();
});
