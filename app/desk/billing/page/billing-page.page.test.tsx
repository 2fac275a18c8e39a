import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import account from '#tests/support/answers/account.json' with { type: 'json' };
import auth from '#tests/support/answers/auth.json' with { type: 'json' };
import { fakeService } from '#tests/support/route/fake-service.ts';
import { eventually, field, text } from '#tests/support/route/on-page.ts';
import { renderRoute } from '#tests/support/route/render-route.tsx';

const [profile] = account.profile.body;
const none = (request: string) => ({ request, status: 200, body: [] });
const bills = none('POST /rest/v1/rpc/open_invoices');

test('the search has all that was typed, at its place, and asks once', async () => {
  const service = fakeService(
    { ...account.profile, body: [{ ...profile, role: 'admin' }] },
    bills,
    none('POST /rest/v1/rpc/billing_summary'),
    none('POST /rest/v1/rpc/clients_with_credit'),
    none('GET /rest/v1/unmatched_payments'),
    account.settings,
    auth.user,
  );
  await renderRoute('/manage/billing', { signedInAs: account.signedIn.body });
  await text('No one owes you anything.');
  const search = await field('Search by client or number');
  const fast = userEvent.setup({ delay: null });
  await fast.type(search, 'Delgo');
  await fast.type(search, 'ad', { initialSelectionStart: 4, initialSelectionEnd: 4 });
  expect(search.value).toBe('Delgado');
  await eventually(() => expect(window.location.search).toBe('?q=Delgado'));
  await eventually(() =>
    expect(service.bodies(bills)).toEqual([{ page_size: 50 }, { term: 'Delgado', page_size: 50 }]),
  );
});
