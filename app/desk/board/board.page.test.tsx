import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import account from '#tests/support/answers/account.json' with { type: 'json' };
import auth from '#tests/support/answers/auth.json' with { type: 'json' };
import staff from '#tests/support/answers/staff.json' with { type: 'json' };
import { type Answer, fakeService } from '#tests/support/route/fake-service.ts';
import { button, dialog, eventually, field, text } from '#tests/support/route/on-page.ts';
import { renderRoute } from '#tests/support/route/render-route.tsx';

const { board, threads, lists, season, readers, ownWords, stepped, undone, tooLate } = staff;
const { kind, details, assignments, assigned } = staff;
const [profile] = account.profile.body;
const clerk = { ...account.profile, body: [{ ...profile, role: 'admin' }] };
const [card] = board.body;

/** Opens the menu of the one return on the board. */
async function openMenu(...answers: Answer[]) {
  const service = fakeService(
    ...answers,
    clerk,
    board,
    threads,
    lists,
    season,
    readers,
    ownWords,
    stepped,
    account.settings,
    auth.user,
  );
  const { user } = await renderRoute('/manage/board', { signedInAs: account.signedIn.body });
  await user.click(await button(`Move or assign the return of ${card?.client_name}`));
  return { service, user };
}

/** Opens the form for its step "Wait for documents". */
async function open(...answers: Answer[]) {
  const { service, user } = await openMenu(...answers);
  await user.click(await screen.findByRole('menuitem', { name: 'Wait for documents', hidden: true }));
  const form = within(await dialog(`${card?.client_name}: Wait for documents`));
  const take = async () => user.click(form.getByRole('button', { name: 'Wait for documents', hidden: true }));
  return { service, user, take };
}

test('a card says that the client has an open question', async () => {
  await open();
  await text(/^Has an open question since /);
});

test('a card says what is missing', async () => {
  await open();
  await text('1 of 1 missing');
});

test('a return gets another reviewer than the client', async () => {
  const [of] = details.body;
  const colleague = {
    ...profile,
    user_id: of?.preparer_id,
    first_name: 'Sam',
    last_name: 'Clerk',
    role: 'admin',
  };
  const staffList = {
    ...account.profile,
    request: 'GET /rest/v1/user_profiles?role=neq.client',
    body: [colleague],
  };
  const { service, user } = await openMenu(staffList, kind, details, assignments, assigned);
  await user.click(await screen.findByRole('menuitem', { name: 'Assign', hidden: true }));
  await button('The client’s: Sam Clerk Preparer');
  await user.click(await button('The client’s: no one Reviewer'));
  await user.click(
    within(await screen.findByRole('listbox', { name: /Reviewer/ })).getByRole('option', {
      name: 'Sam Clerk',
    }),
  );
  await user.click(await button('Save'));
  await eventually(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull());
  expect(service.bodies(assigned)).toEqual([
    { return_id: card?.id, role: 'reviewer', person: of?.preparer_id },
  ]);
});

test('a step asks whether to email the client, and shows the letter', async () => {
  const { service, user, take } = await open();
  await text('To board@example.com');
  await text('We need something else for your return');
  await user.type(await field('Note to the client (optional)'), 'Your W-2');
  await text(/^We’re missing something for your personal return .+ Your W-2$/);
  await take();
  await text(/: Waiting for documents\. We’ll email the client in a few seconds\.$/);
  expect(service.bodies(stepped)).toEqual([
    {
      return_id: card?.id,
      new_status: 'waiting_for_documents',
      seen_status: card?.status,
      note: 'Your W-2',
      email_client: true,
    },
  ]);
});

test('a step without an email shows no letter', async () => {
  const { service, user, take } = await open();
  await user.click(await screen.findByRole('checkbox', { name: 'Email the client', hidden: true }));
  expect(screen.queryByText('To board@example.com')).toBeNull();
  await text('Shown on the client’s timeline.');
  await take();
  await text(/: Waiting for documents\. The client won’t get an email\.$/);
  expect(service.bodies(stepped)).toMatchObject([{ email_client: false }]);
});

test('says that no one would get an email', async () => {
  const { service, take } = await open({ ...readers, body: [] });
  await text('We have no email address for this client.');
  await take();
  await text(/: Waiting for documents\. The client won’t get an email\.$/);
  expect(service.bodies(stepped)).toMatchObject([{ email_client: false }]);
});

test.each([
  ['undone', undone, /^Undone\. .+: Not started\.$/],
  ['too late to be undone', tooLate, 'This step can’t be undone anymore'],
])('a step is %s', async (_title, answer, words) => {
  const { service, user, take } = await open(answer);
  await take();
  await user.click(await button('Undo'));
  await text(words);
  expect(service.bodies(undone)).toEqual([{ return_id: card?.id, undone_status: 'waiting_for_documents' }]);
});
