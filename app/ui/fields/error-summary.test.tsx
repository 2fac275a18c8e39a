// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { English } from '#tests/support/english.tsx';
import { ErrorSummary } from './error-summary.tsx';

afterEach(cleanup);

const issues = [
  { fieldId: 'name', message: 'Name is required' },
  { fieldId: 'group', message: 'Choose one' },
];

function Form({ attempt, found = issues }: { attempt: number; found?: typeof issues }) {
  return (
    <form>
      <ErrorSummary title="Please check" issues={found} attempt={attempt} />
      <input id="name" aria-label="Name" />
      <div id="group">
        <input type="hidden" />
        <button type="button">First</button>
      </div>
    </form>
  );
}

test('takes focus after each failed attempt, and not before', () => {
  const { rerender } = render(<Form attempt={0} />, { wrapper: English });
  expect(document.activeElement).toBe(document.body);
  rerender(<Form attempt={1} />);
  expect(document.activeElement).toBe(screen.getByRole('alert'));
  screen.getByLabelText('Name').focus();
  rerender(<Form attempt={1} found={issues.slice(1)} />);
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  rerender(<Form attempt={2} found={issues.slice(1)} />);
  expect(document.activeElement).toBe(screen.getByRole('alert'));
});

test('leaves the focus where someone types if an issue appears after an attempt', () => {
  const { rerender } = render(<Form attempt={1} found={[]} />, { wrapper: English });
  screen.getByLabelText('Name').focus();
  rerender(<Form attempt={1} />);
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
});

test('each line moves focus to its field or to the first control of its group', async () => {
  render(<Form attempt={1} />, { wrapper: English });
  await userEvent.click(screen.getByRole('link', { name: 'Name is required' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  await userEvent.click(screen.getByRole('link', { name: 'Choose one' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'First' }));
});

test('shows nothing without issues', () => {
  render(<Form attempt={1} found={[]} />, { wrapper: English });
  expect(screen.queryByRole('alert')).toBeNull();
});
