// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import { ReturnPayment } from './return-payment.tsx';

vi.mock('#app/shared/api/rest.ts', () => {
  const failed = Promise.resolve({ data: null, error: { message: 'Too busy' } });
  const query = () =>
    Object.assign(failed, {
      select: query,
      eq: query,
      order: query,
      limit: query,
      abortSignal: query,
      overrideTypes: query,
    });
  return { rest: { from: query, rpc: query } };
});
afterEach(cleanup);

test('without its bills, a client’s payment is not recorded for a new one', async () => {
  const none = () => undefined;
  render(
    <ReturnPayment taxReturn={{ id: '1', user_id: 'rosa' }} about="Rosa" onDone={none} onClose={none} />,
    { wrapper: PageOfOffice },
  );
  await screen.findByText('We couldn’t load the bills: Too busy');
  screen.getByRole('button', { name: 'Try again', hidden: true });
  expect(screen.queryByText(/There’s no bill yet/)).toBeNull();
});
