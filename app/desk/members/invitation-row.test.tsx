// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import { InvitationRow } from './invitation-row.tsx';
import type { Invitation, Member } from './members-query.ts';

const server = vi.hoisted(() => ({ role: 'admin', members: [] as unknown[] }));
vi.mock('#app/shared/session/session.tsx', () => ({ useSession: () => server }));
vi.mock('#app/shared/api/rest.ts', () => ({
  rest: { rpc: () => ({ abortSignal: async () => ({ data: server.members, error: null }) }) },
}));
afterEach(cleanup);

const asked = {
  id: 'i1',
  relation: 'helper',
  rights: ['see', 'upload'],
  last_year: null,
  ends_at: null,
  name: 'Ana Diaz',
  question: null,
  accepted_at: '2026-03-03T17:00:00Z',
  accepted_by: 'ana',
  accepted_name: 'Ana Diaz',
  accepted_email: 'ana@example.com',
  invited_by_name: 'Sam Clerk',
} as unknown as Invitation;
const manager: Partial<Member> = { has_login: true, is_deactivated: false, rights: ['see', 'manage'] };

function show(role: 'admin' | 'super', changes: object = {}, members: object[] = []) {
  Object.assign(server, { role, members });
  render(
    <ul>
      <InvitationRow clientId="rosa" invitation={{ ...asked, ...changes }} />
    </ul>,
    { wrapper: PageOfOffice },
  );
  return screen.getByRole('listitem');
}
const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

test('says who asked for what access, without a code', () => {
  const row = show('super');
  expect(row.textContent).toContain('Ana DiazHelperPlease confirmana@example.com');
  expect(row.textContent).toMatch(/Requested by Sam Clerk, Mar 3/);
  expect(row.textContent).toContain('See everything · Upload and sort documents');
  expect(row.textContent).not.toContain('code');
  expect(buttons()).toEqual(['Confirm', 'Decline']);
});

test('says that the person entered the code', () => {
  const row = show('super', { question: 'zip' });
  expect(row.textContent).toContain('Ana Diaz (ana@example.com) entered the code and answered correctly');
  expect(row.textContent).not.toContain('Requested');
});

test('an admin doesn’t confirm, and sees who does', async () => {
  show('admin', {}, [{ ...manager, ends_at: null }]);
  expect(buttons()).toEqual(['Decline']);
  expect(
    await screen.findByText(/until the client confirms it in their account, or a super user here/),
  ).toBeDefined();
});

test.each([
  ['no one', []],
  ['one who can’t log in', [{ ...manager, ends_at: null, is_deactivated: true }]],
  ['one whose access has ended', [{ ...manager, ends_at: '2026-01-01T00:00:00Z' }]],
])('only a super user confirms for a client managed by %s', (_, members) => {
  expect(show('admin', {}, members).textContent).toContain('until a super user confirms it');
});

test('an open invitation shows how long its code works', () => {
  const row = show('admin', { accepted_at: null, question: 'zip', expires_at: '2026-04-03T17:00:00Z' });
  expect(row.textContent).toContain('The code works until Apr 3, 2026');
  expect(buttons()).toEqual(['Withdraw']);
});
