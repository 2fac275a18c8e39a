// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import { DateDialog } from './date-dialog.tsx';
import { TaskDialog } from './task-dialog.tsx';

/** The one row of the table. */
const stored = vi.hoisted(() => ({ row: {} as Record<string, unknown> }));
vi.mock('#app/shared/api/rest.ts', () => {
  const answer = (data: unknown) => ({ data, error: null });
  const update = (values: object) => ({
    eq: () => ({
      eq: (_column: string, seen: unknown) => ({
        select: async () => {
          if (stored.row.updated_at !== seen) return answer([]);
          Object.assign(stored.row, values, { updated_at: `${seen}+` });
          return answer([{ id: '1' }]);
        },
      }),
    }),
  });
  const read = { eq: () => read, single: async () => answer({ ...stored.row }) };
  return { rest: { from: () => ({ update, select: () => read }) } };
});
vi.mock('#app/shared/session/session.tsx', () => ({ useSession: () => ({ user: { id: 'sam' } }) }));
vi.mock('../inbox/assignees.ts', () => ({
  assigneesQuery: () => ({ queryKey: ['staff'], queryFn: () => [{ user_id: 'sam' }, { user_id: 'kim' }] }),
  assigneeName: (_staff: unknown, id: string) => (id === 'sam' ? 'You' : 'Kim'),
  withPapers: (staff: unknown) => staff,
}));
afterEach(cleanup);

const save = (name: string) => userEvent.click(screen.getByRole('button', { name, hidden: true }));

test('a task that a colleague changed meanwhile shows both versions, and is replaced by another press only', async () => {
  const task = {
    ...{ id: '1', kind: 'manual', title: 'Call back', note: '', owner_id: 'sam', due_on: null, year: null },
    ...{ client_id: null, client_name: null, owner_name: null, updated_at: '1' },
  };
  stored.row = { ...task, note: 'Left a message', owner_id: 'kim', client_id: 'c9', updated_at: '2' };
  const onClose = vi.fn();
  render(<TaskDialog task={task} client={null} onClose={onClose} />, { wrapper: PageOfOffice });
  const note = screen.getByLabelText<HTMLTextAreaElement>(/^Note/);
  await userEvent.type(note, 'Wants an extension');
  await save('Save task');
  const warning = await screen.findByText('A colleague has changed this');
  const shown = warning.closest('[role=status]')?.textContent ?? '';
  expect(shown).toContain('Left a message');
  expect(shown).toContain('Kim');
  expect(shown).not.toContain('Call back');
  expect(note.value).toBe('Wants an extension');
  expect([stored.row.note, onClose.mock.calls]).toEqual(['Left a message', []]);

  await save('Use the colleague’s version');
  expect(note.value).toBe('Left a message');
  await userEvent.type(note, ', twice');
  await save('Save task');
  expect(stored.row).toMatchObject({ note: 'Left a message, twice', owner_id: 'kim', client_id: 'c9' });
  expect(onClose).toHaveBeenCalledOnce();
});

test('a date that a colleague moved meanwhile is moved again only knowingly', async () => {
  const date = {
    ...{ id: '1', client_id: 'c', kind: 'extension', year: 2025, due_on: '2026-10-15', label: null },
    updated_at: '1',
  };
  stored.row = { ...date, due_on: '2026-10-01', updated_at: '2' };
  const onClose = vi.fn();
  render(<DateDialog clientId="c" date={date} today="2026-05-01" onClose={onClose} />, {
    wrapper: PageOfOffice,
  });
  await save('Save date');
  expect((await screen.findByText('Thursday, October 1, 2026')).closest('[role=status]')).not.toBeNull();
  await save('Save date');
  expect(stored.row.due_on).toBe('2026-10-15');
  expect(onClose).toHaveBeenCalledOnce();
});
