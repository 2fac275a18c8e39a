import { row, seedFiles } from '../support/documents.ts';
import { button, dialog, expectGoodScreen, heading, link, signInAs } from '../support/sign-in.ts';
import { part } from '../support/staff-page.ts';
import { expect, test } from '../support/test.ts';
import { addMember, clerk, someone } from './members.ts';

test('an admin asks for access for a person, and the client allows it on a phone', {
  tag: '@details-client',
}, async ({ openBrowser }) => {
  const [mother, daughter, admin, boss] = await Promise.all([
    someone('Rosa', 'Diaz'),
    someone('Ana', 'Diaz'),
    clerk(),
    clerk('super'),
  ]);
  const client = mother.account.id;
  await seedFiles(mother.account, ['w2.pdf']);
  await addMember(boss, { client, member: daughter.account.id, rights: ['see', 'upload'] });
  await mother.account.api
    .rpc('end_client_member', { client_id: client, member_id: daughter.account.id })
    .throwOnError();

  const { page: desk } = await openBrowser();
  await signInAs(desk, admin);
  await desk.goto(`/manage?client=${client}&tab=contact`);
  const people = part(desk, 'Client and people');
  await expect(people).toContainText(/Given by Sam Delgado Mu\u00f1oz, \w+ \d+/);
  await button(desk, 'Give access again: Ana Diaz').click();
  await expect(dialog(desk, 'Access of Ana Diaz')).toContainText(
    'until the client or a super user confirms it',
  );
  await expectGoodScreen(desk);
  await button(desk, 'Save').click();
  await expect(desk.getByText('Waiting for the client or a super user to confirm')).toBeVisible();
  const request = people.getByRole('listitem').filter({ hasText: 'Not confirmed yet' });
  await expect(request).toContainText('Nothing changes until the client confirms it in their account');
  await expect(request.getByRole('button')).toHaveText(['Decline']);
  await expectGoodScreen(desk);

  // Nothing yet.
  const { page: hers } = await openBrowser({ screen: 'phone' });
  await signInAs(hers, daughter.account);
  await hers.goto(`/secured-files?client=${client}`);
  await expect(heading(hers, 'You can’t open this client’s pages')).toBeVisible();

  const { page } = await openBrowser({ screen: 'phone' });
  await signInAs(page, mother.account);
  await page.goto('/account');
  await link(page, 'Review request').click();
  const card = page.getByRole('region', { name: 'People with access' });
  await expect(card).toBeInViewport();
  await expect(heading(page, 'People with access')).toBeFocused();
  await expect(heading(page, 'Should Ana Diaz have this access to your documents?')).toBeVisible();
  await expect(card).toContainText('Sam Delgado Mu\u00f1oz from our office requested this on');
  await expect(card).toContainText(daughter.person.email);
  await expect(card).toContainText('Upload and sort documents');
  await expectGoodScreen(page);
  await button(page, 'Allow access: Ana Diaz').click();
  await expect(page.getByText('Ana Diaz has access now.')).toBeVisible();
  await expect(button(page, 'End access: Ana Diaz')).toBeVisible();
  await expect(heading(page, 'People with access')).toBeFocused();
  await expect(link(page, 'Review request')).toHaveCount(0);

  await hers.reload();
  await expect(row(hers, 'w2.pdf')).toBeVisible();
});
