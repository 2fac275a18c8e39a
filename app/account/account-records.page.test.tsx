import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import office from '#business' with { type: 'json' };
import { officeDay } from '#domain/office-time/office-day.ts';
import account from '#tests/support/answers/account.json' with { type: 'json' };
import auth from '#tests/support/answers/auth.json' with { type: 'json' };
import client from '#tests/support/answers/client.json' with { type: 'json' };
import { type Answer, fakeService } from '#tests/support/route/fake-service.ts';
import { happyDOM } from '#tests/support/route/new-document.ts';
import { button, eventually, expectPath, gone, heading, text } from '#tests/support/route/on-page.ts';
import { renderRoute } from '#tests/support/route/render-route.tsx';

async function open(...answers: (Answer | Answer[])[]) {
  const service = fakeService(...answers, ...Object.values(account), auth.user);
  await openAt('/account');
  return service;
}
async function openAt(address: string) {
  const { router } = await renderRoute(address, { signedInAs: account.signedIn.body });
  await heading('Welcome, Rosa');
  return router;
}
const section = (name: string) => screen.findByRole('region', { name, hidden: true });

test('shows an open bill, how to pay it, and the money on account', async () => {
  await open(client.invoices, client.cardPayments, { ...account.credit, body: [{ credit_cents: 1500 }] });
  const bills = await section('Bills and payments');
  const bill = await within(bills).findByRole('article', { name: 'Bill 1042', hidden: true });
  expect(bill.textContent).toContain('$120.50');
  expect(bill.textContent).toContain('Zelle: pay@nutmegtax.example');
  expect(bills.textContent).toContain('You have $15 on account with us.');
});

test('after the card page, thanks only when less of the bill is open than before', async () => {
  const [bill] = client.invoices.body;
  const partlyPaid = { ...bill, status: 'partly_paid', balance_cents: 8050 };
  const voided = { ...bill, id: 'void', number: 1041, status: 'void', balance_cents: 0 };
  const invoices = { ...client.invoices, body: [partlyPaid, voided] };
  fakeService(invoices, client.cardPayments, ...Object.values(account), auth.user);
  const router = await openAt('/account?paid=1042&open=8050#bills');
  await text(/^We’re waiting for the card company/);
  await act(() => router.navigate('/account?paid=1042&open=12050#bills'));
  await text(/^Thank you!/);
  await act(() => router.navigate('/account?paid=1041&open=12050#bills'));
  await gone(/^Thank you!/);
});

test('says what the office waits for, and why', async () => {
  const [row] = client.returns.body;
  const waiting = {
    ...row,
    year: officeDay(new Date(), office.timeZone).year,
    status: 'waiting_for_documents',
  };
  const events = client.returnEvents.body;
  const until = events.findIndex(({ to_status }) => to_status === waiting.status) + 1;
  await open(
    { ...client.returns, body: [waiting] },
    { ...client.returnEvents, body: events.slice(0, until) },
  );
  await heading('We need something else from you');
  const timeline = await section(`Personal return ${waiting.year}`);
  const now = timeline.querySelector('[aria-current=step]');
  expect(now?.textContent).toContain('The 1099 of your second bank, please.');
});

test('tells what the office did with the files, newest first, and moves focus to what more is shown', async () => {
  const [look] = client.looks.body;
  const looks = Array.from({ length: 6 }, (_, at) => ({ ...look, id: 9 - at, path: `2025/${at}.pdf` }));
  const service = await open({ ...client.looks, body: looks });
  const visits = await section('Who has looked at your files');
  const rows = () => within(visits).findAllByRole('listitem', { hidden: true });
  const told = async () => (await rows()).map(({ textContent }) => textContent?.split(' · ')[0]);
  const all = looks.map((_, at) => `Sam Clerk renamed ${at}.pdf to My return.pdf`);
  expect(await told()).toEqual(all.slice(0, 5));
  fireEvent.click(await within(visits).findByRole('button', { name: 'Show more', hidden: true }));
  await eventually(async () => expect(await told()).toEqual(all));
  const [, , , , , sixth] = await rows();
  await eventually(() => expect(document.activeElement).toBe(sixth));
  expect(within(visits).queryByRole('button', { name: 'Show more', hidden: true })).toBeNull();
  const asked = service.sent.find(({ url }) => url.pathname.endsWith('/document_events'));
  expect(asked?.url.searchParams.get('order')).toBe('id.desc');
});

test('says that no one has looked yet, and that STOP ended the texts', async () => {
  await open({
    ...account.texts,
    body: { ...account.texts.body, agreed_at: '2026-03-02T15:00:00Z', stopped_at: '2026-03-03T15:00:00Z' },
  });
  await text(/^You sent STOP on /);
  await text(/^No one yet\. When someone from our office opens/);
});

test('a phone’s tabs say where the client is, and how much is unread', async () => {
  happyDOM().setViewport({ width: 390 });
  onTestFinished(() => happyDOM().setViewport({ width: 1024 }));
  const { threadSummary } = account;
  await open({ ...threadSummary, body: { ...threadSummary.body, unread: 1, open_questions: 1 } });
  const tabs = await screen.findByRole('navigation', { name: 'Your portal', hidden: true });
  await within(tabs).findByRole('link', { name: 'Messages 1 new message', hidden: true });
  const current = within(tabs)
    .getAllByRole('link', { hidden: true })
    .filter((tab) => tab.hasAttribute('aria-current'));
  expect(current.map(({ textContent }) => textContent)).toEqual(['Home']);
  const questions = await text('1 question for you');
  expect(questions.closest('a')?.getAttribute('href')).toMatch(/^\/account\/messages/);
});

test('logging out removes what was kept of the last visit', async () => {
  await open(auth.loggedOut);
  const kept = () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);
  await heading('Account information');
  window.dispatchEvent(new Event('pagehide'));
  await eventually(() => expect(kept()).toContain('2035550142'));
  fireEvent.click(await button('Logout'));
  await expectPath('/');
  await eventually(() => expect(kept()).not.toContain('2035550142'));
});
