// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { TaxReturn } from '#app/returns/queries.ts';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import { ReturnBlock } from './return-block.tsx';

const server = vi.hoisted(() => ({ error: null as object | null, last: {} }));
vi.mock('#app/shared/api/rest.ts', () => ({
  rest: {
    rpc: async (_name: string, last: object) => {
      server.last = last;
      return { data: null, error: server.error };
    },
  },
}));
vi.mock('./step-letter.tsx', () => ({
  StepLetter: () => null,
  useEmailChoice: () => [false, () => undefined],
}));
vi.mock('./return-details.tsx', () => ({ ReturnDetails: () => null, ReturnHistory: () => null }));
afterEach(cleanup);

test('who signed on paper stays until it is recorded, with the file that staff saw', async () => {
  const taxReturn = {
    ...{ id: '1', user_id: 'rosa', year: 2025, kind: 'personal', status: 'ready_for_review' },
    ...{
      updated_at: '2026-03-02T15:00:00Z',
      paid_at: null,
      approved_at: null,
      document_id: '2',
      document_sha256: 'first',
    },
  } as TaxReturn;
  const none = () => undefined;
  const block = (of: TaxReturn) => (
    <ReturnBlock taxReturn={of} isNew={false} signsOnPaper onPreview={none} onPayment={none} people={null} />
  );
  const { rerender } = render(block(taxReturn), { wrapper: PageOfOffice });
  await userEvent.click(screen.getByRole('button', { name: 'Signed on paper…' }));
  const dialog = within(screen.getByRole('dialog', { hidden: true }));
  const name = dialog.getByLabelText<HTMLInputElement>('Name of the person who signed');
  fireEvent.change(name, { target: { value: 'Rosa Delgado' } });
  const record = () =>
    userEvent.click(dialog.getByRole('button', { name: 'Record the approval', hidden: true }));
  server.error = { message: 'Too busy' };
  await record();
  await dialog.findByText('Too busy');
  expect(name.value).toBe('Rosa Delgado');
  server.error = null;
  rerender(block({ ...taxReturn, document_sha256: 'second' }));
  await record();
  expect(server.last).toMatchObject({ signature: 'Rosa Delgado', seen_sha256: 'first' });
  await vi.waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull());
  expect(document.activeElement?.tagName).toBe('H4');
});
