import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import account from '#tests/support/answers/account.json' with { type: 'json' };
import auth from '#tests/support/answers/auth.json' with { type: 'json' };
import { type Answer, fakeService } from '#tests/support/route/fake-service.ts';
import { button, eventually, field, text } from '#tests/support/route/on-page.ts';
import { renderRoute } from '#tests/support/route/render-route.tsx';

const [profile] = account.profile.body;
const none = (request: string) => ({ request, status: 200, body: [] });
const bills = none('POST /rest/v1/rpc/open_invoices');

const asked = { page_size: 50, skip: 0 };

/** Opens the page with these answers to the list of bills. */
async function open(...lists: Answer[]) {
  const service = fakeService(
    { ...account.profile, body: [{ ...profile, role: 'admin' }] },
    lists,
    none('POST /rest/v1/rpc/billing_summary'),
    none('POST /rest/v1/rpc/clients_with_credit'),
    none('GET /rest/v1/unmatched_payments'),
    account.settings,
    auth.user,
  );
  await renderRoute('/manage/billing', { signedInAs: account.signedIn.body });
  return service;
}

test('the search has all that was typed, at its place, and asks for it', async () => {
  const service = await open(bills);
  await text('No one owes you anything.');
  const search = await field('Search by client or number');
  const fast = userEvent.setup({ delay: null });
  await fast.type(search, 'Delgo');
  await fast.type(search, 'ad', { initialSelectionStart: 4, initialSelectionEnd: 4 });
  expect(search.value).toBe('Delgado');
  await eventually(() => expect(window.location.search).toBe('?q=Delgado'));
  // How often it asks before depends on how fast the machine types.
  await eventually(() => expect(service.bodies(bills).at(-1)).toEqual({ ...asked, term: 'Delgado' }));
  expect(service.bodies(bills)[0]).toEqual(asked);
});

test('the list goes on to the last bill', async () => {
  const bill = { client_id: 'rosa', due_on: '2026-03-02', age: '0', total_cents: 100, balance_cents: 100 };
  const page = (first: number, count: number) =>
    Array.from({ length: count }, (_, n) => ({
      ...bill,
      id: `${first + n}`,
      client_name: `Client ${first + n}`,
    }));
  const pages = [0, 50, 100, 150].map((first) => page(first, 50));
  const service = await open(...[...pages, page(200, 1)].map((body) => ({ ...bills, body })));
  for (const last of [49, 99, 149, 199]) {
    await text(`Client ${last}`);
    fireEvent.click(await button('Show more'));
  }
  await text('Client 200');
  expect(screen.queryByText('Show more')).toBeNull();
  expect(service.bodies(bills).at(-1)).toEqual({ page_size: 50, skip: 200 });
});
