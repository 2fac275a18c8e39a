// @vitest-environment happy-dom
import { cleanup, render, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import { ConfirmActionDialog, type ConfirmableAction, useAccountActions } from './account-actions.tsx';
import type { OfficePerson } from './people-query.ts';

const rpc = vi.hoisted(() => vi.fn());
vi.mock('#app/shared/api/rest.ts', () => ({ rest: { rpc } }));
vi.mock('#app/shared/session/session.tsx', () => ({ useSession: () => ({ reloadProfile: async () => {} }) }));

const sam = { user_id: 'sam', email: 'sam@example.com', role: 'admin' } as OfficePerson;
const grant = {
  client_id: 'rosa',
  client_name: 'Rosa Diaz',
  member_id: 'ana',
  member_name: 'Ana Diaz',
  member_email: 'ana@example.com',
  relation: 'helper',
  rights: ['see'],
  last_year: null,
  ends_at: null,
  granted_at: '2026-03-03T17:00:00Z',
};
const ownLogin = { ...grant, member_id: 'rosa', member_name: 'Rosa Diaz', relation: 'self' };

let grants: object[] = [];
let calls: string[] = [];
beforeEach(() => {
  calls = [];
  rpc.mockImplementation((name: string) => {
    if (name !== 'granted_access') {
      calls.push(name);
      return Promise.resolve({ error: null });
    }
    return { abortSignal: async () => ({ data: grants, error: null }) };
  });
});
afterEach(cleanup);

const actionsOn = (person: OfficePerson) =>
  renderHook(() => useAccountActions(person), { wrapper: PageOfOffice }).result.current;

function ask(action: ConfirmableAction, given: object[]) {
  grants = given;
  render(<ConfirmActionDialog action={action} onClose={() => {}} />, { wrapper: PageOfOffice });
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('lists the access that a person gave, and ends it with the account', async () => {
  ask(actionsOn(sam).deactivation, [{ ...grant, ends_at: '2051-07-01T04:00:00Z' }]);
  const line = await screen.findByRole('listitem');
  expect(line.textContent).toContain('Rosa DiazAna Diaz (ana@example.com)Helper: See everything');
  expect(line.textContent).toContain('until Jun 30, 2051');
  await userEvent.click(screen.getByRole('checkbox', { name: 'End all this access too' }));
  await press('Deactivate');
  await vi.waitFor(() => expect(calls).toEqual(['set_account_active', 'end_granted_access']));
});

test('leaves the access alone if it isn’t chosen', async () => {
  ask(actionsOn(sam).roleChange('client'), [grant]);
  await screen.findByRole('listitem');
  await press('Make client');
  await vi.waitFor(() => expect(calls).toEqual(['set_user_role']));
});

test('a client’s own login is listed, and can’t be ended with the rest', async () => {
  ask(actionsOn(sam).deactivation, [ownLogin]);
  expect((await screen.findByRole('listitem')).textContent).toContain('It isn’t ended with the rest');
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('shows nothing for someone who gave no access', async () => {
  ask(actionsOn(sam).deactivation, []);
  await vi.waitFor(() => expect(rpc).toHaveBeenCalled());
  expect(screen.queryByRole('list')).toBeNull();
});

test('a promotion says nothing about access', () => {
  expect(actionsOn(sam).roleChange('super').grantor).toBeUndefined();
  expect(actionsOn({ ...sam, role: 'super' }).roleChange('admin').grantor).toBeDefined();
});
