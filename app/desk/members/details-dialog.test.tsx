// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import { DetailsDialog } from './details-dialog.tsx';
import type { Details } from './members-query.ts';

const sent = vi.hoisted(() => vi.fn(async (_of: string, _args: object) => ({ data: null, error: null })));
vi.mock('#app/shared/api/rest.ts', () => ({
  rest: { from: (table: string) => ({ upsert: (row: object) => sent(table, row) }), rpc: sent },
}));
vi.mock('../inbox/assignees.ts', () => ({ useStaff: () => ({ preparers: [] }) }));
afterEach(cleanup);

test('archiving a client saves what was changed before', async () => {
  const details = { addresses: [], contacts: [], tags: [], archived_at: null } as unknown as Details;
  const onClose = vi.fn();
  render(<DetailsDialog clientId="rosa" details={details} hasTaxNumber onClose={onClose} />, {
    wrapper: PageOfOffice,
  });
  fireEvent.change(screen.getByLabelText(/^Tags/), { target: { value: 'VIP' } });
  await userEvent.click(screen.getByRole('button', { name: 'Archive the client…', hidden: true }));
  const asked = within(await screen.findByRole('alertdialog', { hidden: true }));
  await userEvent.click(asked.getByRole('button', { name: 'Archive', hidden: true }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent.mock.calls).toEqual([
    ['client_details', { client_id: 'rosa', tags: ['VIP'] }],
    ['archive_client', { client_id: 'rosa', archived: true }],
  ]);
});
