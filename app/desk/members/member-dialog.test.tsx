// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import { MemberDialog } from './member-dialog.tsx';
import { MemberRow } from './member-row.tsx';
import type { Member } from './members-query.ts';

const saved = vi.hoisted(() => vi.fn(async () => ({ data: 'saved', error: null })));
vi.mock('#app/shared/session/session.tsx', () => ({ useSession: () => ({ role: 'admin' }) }));
vi.mock('#app/shared/api/rest.ts', () => ({ rest: { rpc: saved } }));
afterEach(cleanup);

const ana = { user_id: 'ana', name: 'Ana Diaz', relation: 'helper', rights: ['see'], last_year: null };

/** Saves the access of a helper, and returns when it ends. */
async function savedEnd(ends_at: string, day?: string): Promise<unknown> {
  const onClose = vi.fn();
  render(
    <MemberDialog
      clientId="rosa"
      kind="person"
      member={{ ...ana, ends_at } as unknown as Member}
      onClose={onClose}
    />,
    { wrapper: PageOfOffice },
  );
  const field = screen.getByLabelText<HTMLInputElement>(/^Access ends on/);
  if (day === undefined) expect(field.value).toBe('2050-12-31');
  else fireEvent.change(field, { target: { value: day } });
  fireEvent.submit(screen.getByLabelText(/^Access ends on/).closest('form') as HTMLFormElement);
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  return saved.mock.lastCall?.at(1);
}

// In New Haven, the day ends at five o’clock UTC. Access that a consent allows ends then.
test.each(['2051-01-01T04:30:00+00:00', '2051-01-01T05:00:00+00:00'])(
  'access until %s has its last day as at the office, and saving it leaves that',
  async (ends_at) => {
    const row = { ...ana, ends_at, granted_at: null } as unknown as Member;
    render(<MemberRow clientId="rosa" member={row} onEdit={() => {}} />, { wrapper: PageOfOffice });
    screen.getByText('Until Dec 31, 2050');
    expect(await savedEnd(ends_at)).toMatchObject({ ends_at });
  },
);

test('access ends with the last day at the office', async () => {
  expect(await savedEnd('2051-01-01T04:59:59+00:00', '2050-11-30')).toMatchObject({
    ends_at: '2050-12-01T04:59:59.000Z',
  });
});
