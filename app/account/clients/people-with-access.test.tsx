// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allRights, type Client } from '#domain/clients/membership.ts';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import { PeopleWithAccess } from './people-with-access.tsx';

const rpc = vi.hoisted(() => vi.fn());
vi.mock('#app/shared/api/rest.ts', () => ({ rest: { rpc } }));
vi.mock('#app/shared/session/session.tsx', () => ({ useSession: () => ({ user: { id: 'rosa' } }) }));
beforeEach(() => void rpc.mockReset());
afterEach(cleanup);

const rosa: Client = {
  clientId: 'rosa',
  name: 'Rosa Diaz',
  kind: 'person',
  relation: 'self',
  rights: allRights,
  lastYear: null,
  isOwn: true,
  merged: [],
};
const person = (name: string, isMe: boolean) => ({
  member_id: name,
  name,
  relation: isMe ? 'self' : 'helper',
  rights: ['see'],
  last_year: null,
  ends_at: null,
  is_me: isMe,
});
const request = {
  id: 'r1',
  name: 'Ana',
  relation: 'helper',
  rights: ['see'],
  accepted_at: '2026-03-03T12:00:00Z',
  accepted_by: 'ana',
  accepted_name: 'Ana',
  accepted_email: 'ana@example.com',
};

/** Answers with what is there; `membersWait` delays the list of people after a decision. */
function answerFrom(state: { requests: unknown[]; members: unknown[]; membersWait: Promise<void> }) {
  rpc.mockImplementation((name: string) => {
    if (name === 'client_invitations') {
      return { abortSignal: async () => ({ error: null, data: state.requests }) };
    }
    if (name === 'members_of_client') {
      const abortSignal = async () => {
        await state.membersWait;
        return { error: null, data: state.members };
      };
      return { abortSignal };
    }
    if (name === 'shared_with_member') {
      const data = [{ documents: 3, forms: [2025, 2024], returns: [2024], messages: 1 }];
      return { abortSignal: async () => ({ error: null, data }) };
    }
    return Promise.resolve({ error: null });
  });
}

const heading = () => screen.queryByRole('heading', { name: 'People with access' });

test('a client who is alone sees nothing', async () => {
  answerFrom({ requests: [], members: [person('Rosa', true)], membersWait: Promise.resolve() });
  render(<PeopleWithAccess client={rosa} />, { wrapper: PageOfOffice });
  await vi.waitFor(() => expect(rpc).toHaveBeenCalledTimes(2));
  expect(heading()).toBeNull();
});

test.each([
  ['Allow access: Ana', [person('Rosa', true), person('Ana', false)]],
  ['Don’t allow access: Ana', [person('Rosa', true)]],
])('after "%s" the focus is on the heading, also if the people come late', async (name, members) => {
  const late = Promise.withResolvers<void>();
  const state = { requests: [request], members: [person('Rosa', true)], membersWait: Promise.resolve() };
  answerFrom(state);
  render(<PeopleWithAccess client={rosa} />, { wrapper: PageOfOffice });
  const button = await screen.findByRole('button', { name });
  Object.assign(state, { requests: [], members, membersWait: late.promise });
  await userEvent.click(button);
  await vi.waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull());
  late.resolve();
  await vi.waitFor(() => expect(document.activeElement).toBe(heading()));
  expect(screen.getAllByText('You')).toHaveLength(1);
});

test('names the last day of a helper, and what was shared before their access ends', async () => {
  const ana = { ...person('Ana', false), ends_at: '2051-07-01T04:00:00Z' };
  const members = [person('Rosa', true), ana];
  answerFrom({ requests: [], members, membersWait: Promise.resolve() });
  render(<PeopleWithAccess client={rosa} />, { wrapper: PageOfOffice });
  await screen.findByText('Until June 30, 2051');
  await userEvent.click(screen.getByRole('button', { name: 'End access: Ana' }));
  const shared = await screen.findByText(/^Shared until now/);
  expect(shared.textContent).toBe(
    'Shared until now: 3 documents, tax forms of 2025, 2024, tax return of 2024, 1 message.',
  );
  const wanted = { client_id: 'rosa', member_id: 'Ana' };
  expect(rpc).toHaveBeenCalledWith('shared_with_member', wanted, { get: true });
});
