// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import { OtherClients } from './other-clients.tsx';

const server = vi.hoisted(() => ({ clients: [] as unknown[] }));
vi.mock('#app/shared/api/rest.ts', () => ({
  rest: { rpc: () => ({ abortSignal: async () => ({ data: server.clients, error: null }) }) },
}));
afterEach(cleanup);

test('leads to the clients that a person helps, the first five at once', async () => {
  server.clients = Array.from({ length: 7 }, (_, at) => ({
    client_id: `c${at}`,
    name: `Bakery ${at} LLC`,
    kind: 'business',
    relation: 'helper',
  }));
  render(<OtherClients clientId="ben" isClient={false} />, { wrapper: PageOfOffice });
  const first = await screen.findByRole('link', { name: 'Bakery 0 LLC' });
  expect(first.getAttribute('href')).toBe('/?client=c0');
  expect(first.closest('li')?.textContent).toBe('Bakery 0 LLC (Helper)');
  expect(screen.getByText(/Not in the list of clients/)).toBeTruthy();
  expect(screen.getAllByRole('link')).toHaveLength(5);
  await userEvent.click(screen.getByRole('button', { name: 'Show all 7 clients' }));
  expect(screen.getAllByRole('link')).toHaveLength(7);
});

test('says nothing about someone who belongs to no one else', () => {
  server.clients = [];
  const { container } = render(<OtherClients clientId="ben" isClient />, { wrapper: PageOfOffice });
  expect(container.textContent).toBe('');
});
