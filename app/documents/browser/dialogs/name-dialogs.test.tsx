// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import type { Outcome } from '../../store/messages.ts';
import { CreateFolderDialog, RenameDialog } from './name-dialogs.tsx';

afterEach(cleanup);

const done: Outcome = { ok: true, message: '' };
const refused: Outcome = { ok: false, message: 'Failed! Name already in use' };
const submit = () => fireEvent.submit(screen.getByRole('dialog').querySelector('form') as HTMLFormElement);
const write = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('a new folder has a name without a slash that is not in use', async () => {
  const onCreate = vi.fn(async (_name: string) => refused);
  const onClose = vi.fn();
  render(<CreateFolderDialog onName={onCreate} onClose={onClose} isBusy={false} />, {
    wrapper: PageOfOffice,
  });
  fireEvent.click(screen.getByLabelText('Custom Name'));
  for (const [typed, reason] of [
    ['   ', 'Please enter a name.'],
    ['2024/W2', 'A name can’t contain a slash.'],
    ['TAXES', refused.message],
  ] as const) {
    write('Folder Name', typed);
    screen.getByRole('button', { name: 'Create' }).focus();
    submit();
    await screen.findByText(reason);
    expect(screen.getByLabelText<HTMLInputElement>('Folder Name').value).toBe(typed);
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Folder Name')));
  }
  expect(onCreate.mock.calls).toEqual([['TAXES']]);
  expect(onClose).not.toHaveBeenCalled();
  onCreate.mockResolvedValue(done);
  write('Folder Name', '  Kids’ papers 📁 ');
  submit();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(onCreate).toHaveBeenLastCalledWith('Kids’ papers 📁');
});

test('a year that is in use is refused at its field, which gets the focus, each time it is sent', async () => {
  render(<CreateFolderDialog onName={async () => refused} onClose={() => {}} isBusy={false} />, {
    wrapper: PageOfOffice,
  });
  for (let attempt = 0; attempt < 2; attempt++) {
    const before = screen.queryByRole('alert');
    screen.getByRole('button', { name: 'Create' }).focus();
    submit();
    await vi.waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: /Year$/ })),
    );
    // Screen readers announce what is new.
    expect(screen.getByRole('alert')).not.toBe(before);
    expect(screen.getByRole('alert').textContent).toBe(refused.message);
  }
});

const item = { key: 'a', type: 'file', name: 'W2 Rosa.jpg', path: 'W2 Rosa.jpg' } as const;

test('shows why a name is refused, offers a free one, and keeps what was typed', async () => {
  const onRename = vi.fn(async (_name: string): Promise<Outcome> => ({ ...refused, freeName: 'w2 (2).PDF' }));
  const onClose = vi.fn();
  render(<RenameDialog item={item as never} onName={onRename} onClose={onClose} isBusy={false} />, {
    wrapper: PageOfOffice,
  });
  write('New name', 'w2.PDF');
  screen.getByRole('button', { name: 'Rename' }).focus();
  submit();
  expect((await screen.findByRole('alert')).textContent).toBe(refused.message);
  expect(document.activeElement).toBe(screen.getByLabelText('New name'));
  expect(screen.getByLabelText<HTMLInputElement>('New name').value).toBe('w2.PDF');
  expect(onClose).not.toHaveBeenCalled();
  onRename.mockResolvedValue(done);
  fireEvent.click(screen.getByRole('button', { name: 'Use “w2 (2).PDF”' }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(onRename).toHaveBeenLastCalledWith('w2 (2).PDF');
});

test.each(['  ', item.name])('the name %j changes nothing', async (typed) => {
  const onRename = vi.fn();
  const onClose = vi.fn();
  render(<RenameDialog item={item as never} onName={onRename} onClose={onClose} isBusy={false} />, {
    wrapper: PageOfOffice,
  });
  write('New name', typed);
  submit();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(onRename).not.toHaveBeenCalled();
});
