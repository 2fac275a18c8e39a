// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import { HandOver } from './hand-over.tsx';
import type { OfficePerson } from './people-query.ts';

const person = (first_name: string, role: string) =>
  ({
    user_id: first_name,
    first_name,
    last_name: 'Clerk',
    email: '',
    role,
    deactivated: false,
  }) as OfficePerson;
vi.mock('#app/shared/api/rest.ts', () => {
  const answer = (data: unknown) => {
    const sent = Promise.resolve({ data, error: null });
    return { abortSignal: () => Object.assign(sent, { single: () => sent }) };
  };
  const staff = () => [person('Sam', 'admin'), person('Kim', 'reception'), person('Ann', 'super')];
  return { rest: { rpc: (name: string) => answer(name === 'work_of' ? { tasks: 1, clients: 2 } : staff()) } };
});
afterEach(cleanup);

test('work is handed over to those who open papers', async () => {
  render(<HandOver person={person('Sam', 'admin')} />, { wrapper: PageOfOffice });
  await userEvent.click(await screen.findByRole('button', { name: 'Hand over the work of Sam Clerk' }));
  await userEvent.click(await screen.findByRole('button', { name: /New owner/ }));
  const list = within(await screen.findByRole('listbox', { name: /New owner/ }));
  const options = list.getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['Ann Clerk']);
});
