import type { Screen } from '../support/browser.ts';
import { createReturn, storeReturn } from '../support/case.ts';
import { officeYear, pdf, row, upload } from '../support/documents.ts';
import { button, expectGoodScreen, httpErrors, signInAs } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { addMember, clerk, someone } from './members.ts';

for (const screen of ['phone', 'desktop'] satisfies Screen[]) {
  test(`a couple shares a return with two logins, until they separate, on a ${screen}`, {
    tag: screen === 'phone' ? '@details-client' : '@looks',
  }, async ({ openBrowser }) => {
    test.slow();
    const [maria, john, office] = await Promise.all([
      someone('Maria', 'Lopez'),
      someone('John', 'Lopez'),
      clerk('super'),
    ]);
    const spouse = { client: maria.account.id, member: john.account.id, relation: 'spouse' };
    await addMember(office, { ...spouse, rights: ['see', 'upload', 'answer', 'sign', 'manage'] });
    const of = { account: maria.account, office };
    const file = await storeReturn(of, 'Return.pdf', 'Refund 1,200');
    const id = await createReturn(of, ['in_preparation', 'ready_for_review'], { documentId: file });

    // Both can approve it.
    const { page: his } = await openBrowser({ screen, expectedErrors: [httpErrors] });
    await signInAs(his, john.account);
    await his.goto(`/account/returns/${id}?client=${maria.account.id}`);
    await expect(button(his, 'Approve my return')).toBeVisible();
    await expect(his.getByText('You are working for Maria Lopez')).toBeVisible();
    await expectGoodScreen(his);
    const { page: hers } = await openBrowser({ screen });
    await signInAs(hers, maria.account);
    await hers.goto(`/account/returns/${id}`);
    await expect(button(hers, 'Approve my return')).toBeVisible();

    // What one sends, the other sees.
    await his.goto(`/secured-files?client=${maria.account.id}&bypass=true`);
    await upload(his, [pdf('w2.pdf')]);
    await expect(row(his, 'w2.pdf')).toBeVisible();
    await hers.goto('/secured-files?bypass=true');
    await expect(row(hers, 'w2.pdf')).toBeVisible();
    await expect(row(hers, 'w2.pdf').getByText('From the office')).toHaveCount(0);

    // They separate. He keeps the past, and nothing of this year.
    const last = officeYear() - 1;
    await addMember(office, { ...spouse, rights: ['see'], last_year: last });
    await his.goto(`/secured-files?client=${maria.account.id}`);
    await expect(his.getByText(`You see what is from ${last} or earlier`, { exact: false })).toBeVisible();
    await expect(his.getByText('w2.pdf')).toHaveCount(0);
    await expectGoodScreen(his);
    await his.goto(`/account/returns/${id}?client=${maria.account.id}`);
    await expect(his.getByText(`You see what is from ${last} or earlier`, { exact: false })).toBeVisible();
    await expect(button(his, 'Approve my return')).toHaveCount(0);
    await hers.goto(`/account/returns/${id}`);
    await expect(button(hers, 'Approve my return')).toBeVisible();
  });
}
