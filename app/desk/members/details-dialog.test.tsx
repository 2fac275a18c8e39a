// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import { areTags, changedDetails, DetailsDialog, entryOf } from './details-dialog.tsx';
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

const kept = {
  addresses: [{ street: '4 Elm Street', city: 'Hartford' }, { city: 'Boston' }],
  contacts: [],
  tags: ['VIP'],
  preparer_id: 'dana',
  reviewer_id: null,
  client_since: null,
  tax_id_last4: null,
  archived_at: null,
};
const before = entryOf(kept);

test('saves nothing if nothing was changed', () => {
  expect(changedDetails(before, { ...before }, kept)).toEqual({});
  expect(changedDetails(before, { ...before, address: { ...before.address, zip: ' ' } }, kept)).toEqual({});
});

test('saves what was changed, and leaves what a colleague has changed meanwhile', () => {
  const now = { ...kept, preparer_id: 'sam', tags: ['VIP', 'late'] };
  expect(changedDetails(before, { ...before, client_since: '2020-01-01', preparer_id: '' }, now)).toEqual({
    client_since: '2020-01-01',
    preparer_id: null,
  });
  expect(changedDetails(before, { ...before, tags: 'VIP, new,, new ' }, now)).toEqual({
    tags: ['VIP', 'new'],
  });
});

test('the first address is replaced or removed, and the others stay', () => {
  const address = { ...before.address, city: ' New Haven ' };
  expect(changedDetails(before, { ...before, address }, kept)).toEqual({
    addresses: [{ street: '4 Elm Street', city: 'New Haven' }, { city: 'Boston' }],
  });
  expect(changedDetails(before, { ...before, address: {} }, kept)).toEqual({
    addresses: [{ city: 'Boston' }],
  });
});

test('as many tags as the database takes, and none that is cut', () => {
  const tags = Array.from({ length: 20 }, (_, n) => `${'🌰'.repeat(38)}${n + 10}`);
  expect(areTags(`${tags}, ${tags}`)).toBe(true);
  expect(areTags(`${tags}, one more`)).toBe(false);
  const long = 'x'.repeat(41);
  expect(areTags(long)).toBe(false);
  expect(changedDetails(before, { ...before, tags: long }, kept)).toEqual({ tags: [long] });
});
