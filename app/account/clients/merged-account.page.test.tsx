import { expect, test } from 'vitest';
import account from '#tests/support/answers/account.json' with { type: 'json' };
import auth from '#tests/support/answers/auth.json' with { type: 'json' };
import { type Answer, fakeService, held } from '#tests/support/route/fake-service.ts';
import { button, eventually, gone, heading, text } from '#tests/support/route/on-page.ts';
import { loadDocument, renderRoute } from '#tests/support/route/render-route.tsx';

const session = account.signedIn.body;
const ownId = session.user.id;
const targetId = '9af21132-0000-4000-8000-00000000000f';
const [own] = account.clients.body;
const target = { ...own, client_id: targetId, name: 'Rosa M. Delgado', merged: [ownId] };
const listed = (...body: object[]): Answer => ({ ...account.clients, body });

/** As the server marks a login whose client was merged before the person logged in. */
const marked = {
  ...session,
  user: { ...session.user, app_metadata: { ...session.user.app_metadata, merged: true } },
};

/** A page of the person, whose client list is given. */
async function open(address: string, lists: Answer | Answer[], signedInAs = session) {
  const service = fakeService(lists, ...Object.values(account), { ...auth.user, body: signedInAs.user });
  const { user } = await renderRoute(address, { signedInAs });
  const clientsAsked = () => [
    ...new Set(
      service.sent
        .filter(({ url }) => /\/(tax_returns|checklist_items|file_uploads)$/.test(url.pathname))
        .map(({ url }) => url.searchParams.get('user_id')?.slice('eq.'.length)),
    ),
  ];
  return { service, user, clientsAsked };
}

test('a login whose client was merged opens the client that has everything, and asks for nothing else', async () => {
  const { answer, release } = held(listed(target));
  const { service, clientsAsked } = await open('/account', answer, marked);
  await eventually(() => expect(service.bodies(account.clients)).toHaveLength(1));
  expect(clientsAsked()).toEqual([]);
  release();
  await heading('Welcome, Rosa');
  // Their login has its settings, and the reminders are those of the client.
  await heading('Account information');
  await text('Reminders are on.');
  expect(clientsAsked()).toEqual([targetId]);
  const asked = service.sent.filter(({ url }) => url.pathname.endsWith('/rpc/reminder_choice'));
  expect(asked.map(({ url }) => url.searchParams.get('client_id'))).toEqual([targetId]);
  expect(document.querySelectorAll('a[href*="client="]')).toHaveLength(0);
  await gone('Switch client');
});

test('a session from before the merge goes over to that client, and the next visit opens it', async () => {
  const { clientsAsked, service } = await open('/account', listed(target));
  await eventually(() => expect(clientsAsked()).toEqual([ownId, targetId]));
  await text('Reminders are on.');
  await loadDocument('/account');
  service.sent.length = 0;
  await heading('Welcome, Rosa');
  await eventually(() => expect(clientsAsked()).toEqual([targetId]));
});

test('a refusal on an open page leads to that client', async () => {
  const { service, user, clientsAsked } = await open('/account', [listed({ ...own }), listed(target)]);
  service.answer({
    request: 'POST /rest/v1/rpc/pause_reminders',
    status: 403,
    body: { code: '42501', message: 'Not one of your clients', details: null, hint: null },
  });
  await eventually(() => expect(service.bodies(account.clients)).toHaveLength(1));
  await user.click(await button('Pause for 1 week'));
  await eventually(() => expect(clientsAsked()).toEqual([ownId, targetId]));
});

test('a link to the client that was merged opens the one that has everything', async () => {
  const other = { ...target, relation: 'helper', client_id: targetId, merged: ['dead'] };
  await open('/account?client=dead', listed({ ...own }, other));
  await heading('Account of Rosa M. Delgado');
});

test('a person who sees neither reads why, and gets no link to it', async () => {
  const { clientsAsked } = await open('/account', listed({ ...own, rights: ['see'] }), marked);
  await heading('You can’t open this account anymore');
  expect(clientsAsked()).toEqual([]);
  await gone('Go to my own account');
});
