// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allRights, type Client } from '#domain/clients/membership.ts';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import { type AccessRequest, accessRequestsQuery } from './members-query.ts';
import { RequestRow } from './people-with-access.tsx';

const rpc = vi.hoisted(() => vi.fn());
vi.mock('#app/shared/api/rest.ts', () => ({ rest: { rpc } }));
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
const request = {
  id: 'r1',
  name: 'Ana Diaz',
  accepted_email: 'ana@example.com',
  relation: 'helper',
  rights: ['see', 'upload'],
  last_year: null,
  ends_at: '2027-03-03T12:00:00Z',
  accepted_at: '2026-03-03T12:00:00Z',
  question: null,
  invited_by_name: 'Sam Clerk',
} as AccessRequest;

function show(changes: Partial<AccessRequest> = {}, client: Client = rosa) {
  const onDecided = vi.fn();
  render(<RequestRow client={client} request={{ ...request, ...changes }} onDecided={onDecided} />, {
    wrapper: PageOfOffice,
  });
  return onDecided;
}
const item = () => screen.getByRole('listitem', { name: /^Should / });

test('says who asked, who it is, what they could do, and until when', () => {
  show();
  for (const words of [
    'Should Ana Diaz have this access to your documents?',
    'Sam Clerk from our office requested this on March 3, 2026.',
    'ana@example.com',
    'Helper',
    'See everythingUpload and sort documents',
    'March 3, 2027',
  ]) {
    expect(item().textContent).toContain(words);
  }
});

test.each<[string, Partial<AccessRequest>, string]>([
  ['a code', { question: 'zip' }, 'They entered the code from our invitation on March 3, 2026.'],
  ['someone who left the office', { invited_by_name: null }, 'Our office requested this on March 3, 2026.'],
  ['no end', { ends_at: null }, 'UntilNo end date'],
  ['the past only', { rights: ['see'], last_year: 2024 }, 'See what is from 2024 or earlier'],
])('has words for %s', (_, changes, words) => {
  show(changes);
  expect(item().textContent).toContain(words);
});

test.each([
  ['Allow access: Ana Diaz', true],
  ['Don’t allow access: Ana Diaz', false],
])('%s sends the answer', async (name, confirm) => {
  rpc.mockResolvedValue({ error: null });
  const onDecided = show();
  await userEvent.click(screen.getByRole('button', { name }));
  expect(rpc.mock.calls).toEqual([['close_client_invitation', { invitation_id: 'r1', confirm }]]);
  await vi.waitFor(() => expect(onDecided).toHaveBeenCalledOnce());
});

test('a refusal is shown, and the request stays', async () => {
  rpc.mockResolvedValue({ error: { message: 'This invitation is closed' } });
  const onDecided = show({}, { ...rosa, isOwn: false });
  expect(item().textContent).toContain('Should Ana Diaz have this access to the documents of Rosa Diaz?');
  await userEvent.click(screen.getByRole('button', { name: 'Allow access: Ana Diaz' }));
  expect((await screen.findByRole('alert')).textContent).toBe('This invitation is closed');
  expect(onDecided).not.toHaveBeenCalled();
});

test('only others’ requests wait for an answer, not open invitations', async () => {
  const row = {
    rights: ['upload', 'see'],
    accepted_at: '2026-03-03T12:00:00Z',
    accepted_by: 'ana',
    accepted_name: '',
    question: null,
  };
  rpc.mockReturnValue({
    abortSignal: async () => ({
      error: null,
      data: [
        { ...row, id: 'asked', name: 'Ana' },
        { ...row, id: 'own', accepted_by: 'rosa' },
        { ...row, id: 'open', accepted_at: null, accepted_by: null, question: 'zip' },
      ],
    }),
  });
  const found = await new QueryClient().fetchQuery(accessRequestsQuery('rosa', 'rosa'));
  expect(found).toMatchObject([{ id: 'asked', name: 'Ana', question: null }]);
});
