import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import account from '#tests/support/answers/account.json' with { type: 'json' };
import auth from '#tests/support/answers/auth.json' with { type: 'json' };
import reception from '#tests/support/answers/reception.json' with { type: 'json' };
import { fakeService } from '#tests/support/route/fake-service.ts';
import { heading, link, text } from '#tests/support/route/on-page.ts';
import { renderRoute } from '#tests/support/route/render-route.tsx';

const [profile] = account.profile.body;
const desk = { ...account.profile, body: [{ ...profile, role: 'reception' }] };
const [client] = reception.client.body;
const page = `/manage?client=${client?.user_id}`;

function open(address: string) {
  fakeService(...Object.values(reception), desk, account.settings, auth.user);
  return renderRoute(address, { signedInAs: account.signedIn.body });
}

test('a client’s page has what is missing and the conversation, and nothing that opens a paper', async () => {
  await open(page);
  await heading('Rosa Delgado');
  const missing = within(await screen.findByRole('list', { name: 'Still missing', hidden: true }));
  expect(missing.getByText('Photo ID')).toBeInstanceOf(HTMLElement);
  await text('Here is my W-2.');
  await text('With 1 document, which your role doesn’t open');
  await text('No appointments.');
  for (const name of [/attach a document/i, /email client/i, /request a document/i, /w2/i]) {
    expect(screen.queryByRole('button', { name, hidden: true })).toBeNull();
  }
  expect(screen.queryByLabelText('About')).toBeNull();
  const to = screen.queryAllByRole('link', { hidden: true }).map((one) => one.getAttribute('href'));
  expect(
    to.filter((href) => /sheet=|folder=|board|tasks|billing|office|sign|consents/.test(href ?? '')),
  ).toEqual([]);
});

test('another page says that reception doesn’t open it', async () => {
  await open('/manage/board');
  await heading('Reception doesn’t open this page');
  expect((await link('Go to the client list')).getAttribute('href')).toBe('/manage');
});

test('the address of a form leads to the client', async () => {
  await open(`${page}&sheet=new`);
  await heading('Reception doesn’t open this page');
  expect((await link('Go to the client')).getAttribute('href')).toBe(page);
});
