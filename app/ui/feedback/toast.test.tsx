// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { English } from '#tests/support/english.tsx';
import { Toasts } from './toast.tsx';
import { notify } from './toast-queue.ts';

afterEach(cleanup);

test('a toast shows its text and closes by its close button', async () => {
  render(<Toasts />, { wrapper: English });
  act(() => notify('danger', 'The file could not be moved.'));
  const toast = screen.getByText('The file could not be moved.');
  await userEvent.click(screen.getByRole('button', { name: 'Close this message' }));
  expect(toast.isConnected).toBe(false);
});

test("a toast's action runs once and closes it", async () => {
  const onPress = vi.fn();
  render(<Toasts />, { wrapper: English });
  act(() => notify('danger', 'Moved.', { label: 'Undo', onPress }));
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(onPress).toHaveBeenCalledOnce();
  expect(screen.queryByText('Moved.')).toBeNull();
});
