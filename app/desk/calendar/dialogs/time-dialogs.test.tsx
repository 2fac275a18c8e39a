// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import { AddDialog } from './time-dialogs.tsx';

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
  const at = { day: '2099-11-20', start: null, isOpen: true };
  render(<AddDialog at={at} problem="Not filled in." onClose={() => undefined} onDone={onDone} />, {
    wrapper: PageOfOffice,
  });
  screen.getByText('Not filled in.');
  const field = (label: RegExp) => screen.getByLabelText(label);
  const times = await screen.findAllByRole('option', { name: /^\d+:\d\d/ });
  await userEvent.selectOptions(field(/^Time/), times.slice(0, 1));
  const book = () => userEvent.click(screen.getByRole('button', { name: 'Book appointment' }));
  await book();
  expect(document.activeElement).toBe(field(/^Full name/));
  await userEvent.type(field(/^Full name/), 'Ana Ruiz');
  await book();
  expect(document.activeElement).toBe(field(/^Phone/));
  await userEvent.type(field(/^Phone/), '2035550100');
  await userEvent.type(field(/^Email/), 'ana@');
  await book();
  expect(document.activeElement).toBe(field(/^Email/));
  expect(onDone).not.toHaveBeenCalled();
});
