// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import { DateDialog } from './date-dialog.tsx';
import { TaskDialog } from './task-dialog.tsx';

/** The one row of the tasks and dates. Null if it was deleted. */
const stored = vi.hoisted(() => ({ row: null as Record<string, unknown> | null }));
/** The ids of new rows. The answer to the first one is lost. */
const added = vi.hoisted((): string[] => []);
vi.mock('#app/shared/api/rest.ts', () => {
  const answer = (data: unknown) => ({ data, error: null });
  /** Changes the row only if it still is the version that was seen. */
  const guarded = (write: (row: Record<string, unknown>) => Record<string, unknown> | null) => ({
    eq: () => ({
      eq: (_column: string, seen: unknown) => ({
        select: async () => {
          const { row } = stored;
          if (!row || row.updated_at !== seen) return answer([]);
          stored.row = write(row);
          return answer([{ id: '1' }]);
        },
      }),
    }),
  });
  const one = async () => answer(stored.row && { ...stored.row });
  const read = { eq: () => read, single: one, maybeSingle: one };
  const client = answer({ first_name: 'Ana', last_name: 'Cruz', email: '' });
  const clients = { eq: () => clients, maybeSingle: async () => client };
  return {
    rest: {
      from: (table: string) => ({
        update: (values: object) =>
          guarded((row) => ({ ...row, ...values, updated_at: `${row.updated_at}+` })),
        upsert: async ({ id }: { id: string }) => ({ error: added.push(id) === 1 ? new TypeError() : null }),
        delete: () => guarded(() => null),
        select: () => (table === 'user_profiles' ? clients : read),
      }),
    },
  };
});
vi.mock('#app/shared/session/session.tsx', () => ({ useSession: () => ({ user: { id: 'sam' } }) }));
vi.mock('../inbox/assignees.ts', () => ({
  useStaff: () => ({
    ownId: 'sam',
    staff: [{ user_id: 'sam' }, { user_id: 'kim' }],
    preparers: [{ user_id: 'sam' }, { user_id: 'kim' }],
    nameOf: (id: string) => (id === 'sam' ? 'You' : 'Kim'),
  }),
}));
afterEach(cleanup);

const press = (name: string) => userEvent.click(screen.getByRole('button', { name, hidden: true }));
const banner = () => screen.findByRole('region', { name: 'A colleague changed this', hidden: true });

test('saving a task that a colleague changed shows what differs, and saving again replaces it', async () => {
  const task = {
    ...{ id: '1', kind: 'manual', title: 'Call back', note: 'Urgent', owner_id: 'sam' },
    ...{ due_on: null, year: null },
    ...{ client_id: null, client_name: null, owner_name: null, updated_at: '1' },
  };
  const theirs = { ...task, done_at: null, note: '', owner_id: 'kim', client_id: 'c9', updated_at: '2' };
  stored.row = theirs;
  const onClose = vi.fn();
  const dialog = <TaskDialog task={task} client={null} onClose={onClose} />;
  const { unmount } = render(dialog, { wrapper: PageOfOffice });
  const note = screen.getByLabelText<HTMLTextAreaElement>(/^Note/);
  await userEvent.type(note, '!');
  await press('Save task');
  const shown = await banner();
  expect(document.activeElement).toBe(shown);
  expect(shown.querySelector('dl')?.textContent).toBe('OwnerKimClientAna CruzNote(blank)');
  expect([note.value, stored.row, onClose.mock.calls]).toEqual(['Urgent!', theirs, []]);

  await press('Use the colleague’s version');
  expect(screen.queryByText('A colleague changed this')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Task', hidden: true }));
  expect([note.value, screen.queryByText('Ana Cruz')]).toEqual(['', expect.anything()]);
  await userEvent.type(note, 'Called twice');
  // Later, another colleague clears the client and marks the task as done.
  stored.row = { ...theirs, client_id: null, done_at: '2026-05-01', updated_at: '3' };
  await press('Save task');
  expect((await banner()).querySelector('dl')?.textContent).toBe('Client(blank)Note(blank)StatusDone');
  await press('Save task');
  expect(stored.row).toMatchObject({ note: 'Called twice', owner_id: 'kim', client_id: 'c9' });
  expect(onClose).toHaveBeenCalledOnce();
  unmount();

  // The answer to an earlier save was lost: the row already has what was sent.
  stored.row = { ...task, note: 'Urgent!', done_at: null, updated_at: '2' };
  render(dialog, { wrapper: PageOfOffice });
  await userEvent.type(screen.getByLabelText(/^Note/), '!');
  await press('Save task');
  expect([onClose.mock.calls.length, stored.row.updated_at]).toEqual([2, '2']);
});

test('a date that a colleague changed is replaced or deleted only on the second try', async () => {
  const date = {
    ...{ id: '1', client_id: 'c', kind: 'extension', year: 2025, due_on: '2026-10-15', label: null },
    ...{ done_at: null, updated_at: '1' },
  };
  const onClose = vi.fn();
  stored.row = { ...date, due_on: '2026-10-01', updated_at: '2' };
  render(<DateDialog clientId="c" date={date} today="2026-05-01" onClose={onClose} />, {
    wrapper: PageOfOffice,
  });
  await press('Save date');
  expect((await banner()).textContent).toContain('Thursday, October 1, 2026');
  await press('Save date');
  expect([stored.row?.due_on, onClose.mock.calls.length]).toEqual(['2026-10-15', 1]);

  // The dialog is still open here. A colleague moves the date again.
  stored.row = { ...date, due_on: '2026-10-02', updated_at: '2026-05-01T12:00:00Z' };
  await press('Delete date');
  expect((await banner()).textContent).toContain('Friday, October 2, 2026');
  await press('Use the colleague’s version');
  expect(document.activeElement).toBe(screen.getByLabelText('Due date'));
  expect(stored.row).not.toBeNull();
  await press('Delete date');
  expect([stored.row, onClose.mock.calls.length]).toEqual([null, 2]);
});

test('a new task or date has the same id when it is sent again after a lost answer', async () => {
  const onClose = vi.fn();
  render(<TaskDialog task={null} client={null} onClose={onClose} />, { wrapper: PageOfOffice });
  await userEvent.type(screen.getByRole('textbox', { name: 'Task', hidden: true }), 'Call back');
  await press('Add task');
  expect(onClose).not.toHaveBeenCalled();
  await press('Add task');
  expect(onClose).toHaveBeenCalledOnce();
  cleanup();
  expect(added[0]).toBe(added[1]);

  added.length = 0;
  render(<DateDialog clientId="c1" date={null} today="2026-03-01" onClose={onClose} />, {
    wrapper: PageOfOffice,
  });
  await press('Add date');
  await press('Add date');
  expect(onClose).toHaveBeenCalledTimes(2);
  expect(added[0]).toBe(added[1]);
});
