// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import { AddDialog } from './add-dialog.tsx';

// No appointment is in the calendar.
vi.mock('#app/shared/api/rest.ts', () => {
  const query: object = new Proxy(
    {},
    {
      get: (_target, name) =>
        name === 'then' ? (done: (answer: object) => void) => done({ data: [], error: null }) : () => query,
    },
  );
  return { rest: { from: () => query } };
});
afterEach(cleanup);

test('leads to the first field that is wrong', async () => {
  const onDone = vi.fn();
  const at = { day: '2199-11-20', start: null, isOpen: true };
  render(<AddDialog at={at} problem="Not filled in." onClose={() => undefined} onDone={onDone} />, {
    wrapper: PageOfOffice,
  });
  screen.getByText('Not filled in.');
  const book = () => userEvent.click(screen.getByRole('button', { name: 'Book appointment' }));
  const focused = () => document.activeElement?.id;
  await book();
  expect(focused()).toBe('new-appointment-name');
  await userEvent.type(screen.getByLabelText('Full name'), 'Ana Ruiz');
  await book();
  expect(focused()).toBe('new-appointment-phone');
  await userEvent.type(screen.getByLabelText('Phone'), '2035550100');
  await userEvent.type(screen.getByLabelText(/^Email/), 'ana@');
  await book();
  expect(focused()).toBe('new-appointment-email');
  expect(onDone).not.toHaveBeenCalled();
});
