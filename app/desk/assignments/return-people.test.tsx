// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TaxReturn } from '#app/returns/queries.ts';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import { ReturnPeople } from './return-people.tsx';

const server = vi.hoisted(() => ({
  rows: {} as Record<string, unknown>,
  errors: {} as Record<string, object>,
  calls: [] as unknown[],
}));
vi.mock('#app/shared/session/session.tsx', () => ({ useSession: () => ({ user: { id: 'dana' } }) }));
vi.mock('#app/shared/api/rest.ts', () => {
  const from = (table: string): object => {
    const { errors, rows } = server;
    const answer = Promise.resolve({
      data: errors[table] ? null : rows[table],
      error: errors[table] ?? null,
    });
    const step: object = new Proxy(answer, {
      get: (_, name) => (name === 'then' ? answer.then.bind(answer) : () => step),
    });
    return step;
  };
  return { rest: { from, rpc: async (...call: unknown[]) => server.calls.push(call) && { error: null } } };
});
const colleague = (user_id: string, first_name: string) => ({
  user_id,
  first_name,
  last_name: '',
  role: 'admin',
});
const taxReturn = { id: 'r1', user_id: 'c1', year: 2026, kind: 'personal' } as TaxReturn;

beforeEach(() => {
  server.rows = {
    tax_returns: [{ ...taxReturn, status: 'not_started' }],
    tax_return_events: [],
    clients: { kind: 'person' },
    client_details: { preparer_id: 'ana', reviewer_id: null },
    user_profiles: [colleague('ana', 'Ana'), colleague('ben', 'Ben')],
    return_assignments: [],
  };
  server.errors = {};
  server.calls = [];
});
afterEach(cleanup);

const show = () =>
  render(<ReturnPeople taxReturn={taxReturn} clientName="Rosa" />, { wrapper: PageOfOffice });
const assign = (preparer_id: string | null) => {
  server.rows.return_assignments = [{ return_id: 'r1', preparer_id, reviewer_id: null }];
};

test('names the return’s own preparer, or the client’s if that one has left the staff', async () => {
  assign('ben');
  show();
  expect((await screen.findByText('Preparer:')).parentElement?.textContent).toBe('Preparer: Ben');
  cleanup();
  assign('gone');
  show();
  expect((await screen.findByText('Preparer:')).parentElement?.textContent).toBe('Preparer: Ana');
});

test('says that the people could not be loaded', async () => {
  server.errors.return_assignments = {
    code: '57014',
    message: 'canceling statement due to statement timeout',
  };
  show();
  await screen.findByRole('button', { name: 'Try again' });
  server.errors = {};
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Preparer:');
});

test('begins with what a colleague has chosen meanwhile, and shows one who has left', async () => {
  show();
  const button = await screen.findByRole('button', { name: /^Assign / });
  assign('gone');
  await userEvent.click(button);
  await screen.findByRole('button', { name: /A former colleague.*Preparer/ });
  await userEvent.click(screen.getByRole('button', { name: /Preparer/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'The client’s: Ana' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(server.calls).toEqual([['assign_return', { return_id: 'r1', role: 'preparer' }]]);
});
