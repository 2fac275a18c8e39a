// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import { SearchDialog } from './search-dialog.tsx';

const server = vi.hoisted(() => ({
  found: [] as object[],
  rpc: vi.fn((name: string, _args: object, _options?: object) => {
    const answer = Promise.resolve({ data: name === 'find_by_tax_id' ? server.found : [], error: null });
    return Object.assign(answer, { abortSignal: () => answer });
  }),
}));
vi.mock('#app/shared/api/rest.ts', () => ({ rest: { rpc: server.rpc } }));
vi.mock('#app/shared/session/session.tsx', () => ({ useSession: () => ({ role: 'admin' }) }));
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

const looks = () => server.rpc.mock.calls.filter(([name]) => name === 'find_by_tax_id');

async function type(term: string) {
  render(<SearchDialog onClose={() => undefined} />, { wrapper: PageOfOffice });
  await userEvent.type(screen.getByRole('searchbox'), term);
}

test('looks for the end of a tax ID once it is pressed, and never puts the digits in an address', async () => {
  server.found = [{ client_id: 'c1', name: 'Rosa Diaz', email: '', whose: 'spouse' }];
  await type('6174');
  const group = await screen.findByRole('group', { name: 'SSN or other tax ID ends in 6174' });
  expect(group.textContent).toContain('This is recorded');
  expect(looks()).toEqual([]);
  await userEvent.type(screen.getByRole('searchbox'), '{Enter}');
  expect((await screen.findByRole('menuitem', { name: /Rosa Diaz/ })).textContent).toContain('Spouse');
  expect(looks()).toEqual([['find_by_tax_id', { last4: '6174' }]]);
  const everything = server.rpc.mock.calls.filter(([name]) => name === 'search_everything');
  expect(everything).toEqual([['search_everything', { term: '6174' }, { get: false }]]);
});

test('says that no client has such a tax ID', async () => {
  server.found = [];
  await type('6174');
  await userEvent.click(await screen.findByRole('menuitem', { name: /Find clients by these four digits/ }));
  expect(await screen.findByText('No client has a tax ID that ends in 6174.')).toBeDefined();
});

test('other terms are not the end of a tax ID', async () => {
  await type('203 5');
  expect(screen.queryByText(/tax ID/)).toBeNull();
});
