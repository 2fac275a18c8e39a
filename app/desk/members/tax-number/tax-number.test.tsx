// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import { TaxNumber } from './tax-number.tsx';

const reveal = vi.hoisted(() => vi.fn(async () => ({ data: '123456789', error: null })));
vi.mock('#app/shared/api/rest.ts', () => ({ rest: { rpc: reveal } }));
afterEach(cleanup);

const kept = { kind: 'ssn', masked: '***-**-6789', updatedAt: '2026-01-05T10:00:00Z' } as const;
const isShown = () => document.body.textContent.includes('123-45-6789');

async function show() {
  render(<TaxNumber clientId="c1" kept={kept} onChange={() => undefined} />, { wrapper: PageOfOffice });
  expect(document.body.textContent).toContain(kept.masked);
  await userEvent.click(screen.getByRole('button', { name: /^Show the/ }));
  expect(reveal).not.toHaveBeenCalled();
  await userEvent.type(screen.getByLabelText('Another reason'), 'To call the IRS{Enter}');
  await vi.waitFor(() => expect(isShown()).toBe(true));
  expect(reveal).toHaveBeenCalledExactlyOnceWith('reveal_client_tax_number', {
    client_id: 'c1',
    reason: 'To call the IRS',
  });
}

afterEach(() => {
  vi.clearAllMocks();
});

test('shows the number for a reason, and hides it', async () => {
  await show();
  await userEvent.click(screen.getByRole('button', { name: /^Hide the/ }));
  expect(isShown()).toBe(false);
});

test('never prints the number', async () => {
  await show();
  for (const hidden of document.querySelectorAll('.print\\:hidden')) hidden.remove();
  expect(document.body.textContent).not.toContain('45-6789');
  expect(document.body.textContent).toContain(kept.masked);
});
