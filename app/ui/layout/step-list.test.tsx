// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { English } from '#tests/support/english.tsx';
import { type Step, StepList } from './step-list.tsx';

const steps: Step[] = [
  { id: 'you', label: 'You', state: 'done', detail: 'Complete' },
  { id: 'income', label: 'Income', state: 'problem', detail: '1 answer to check' },
  { id: 'send', label: 'Send', state: 'open', detail: '3 questions left' },
];

let isWide: boolean;
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: isWide,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function renderList() {
  const onGo = vi.fn();
  render(<StepList label="Sections" steps={steps} current="income" onGo={onGo} />, { wrapper: English });
  return onGo;
}

test('shows all steps on a wide screen and marks the current one', async () => {
  isWide = true;
  const onGo = renderList();
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  expect(screen.getByRole('button', { current: 'step' }).textContent).toBe('Income1 answer to check');
  await userEvent.click(screen.getByRole('button', { name: /Send/ }));
  expect(onGo).toHaveBeenCalledExactlyOnceWith('send');
});

test('collapses the steps on a phone into one line with the progress', async () => {
  isWide = false;
  const onGo = renderList();
  const toggle = screen.getByRole('button', { expanded: false });
  expect(toggle.textContent).toContain('Section 2 of 3');
  expect(toggle.textContent).toContain('1 of 3 complete');
  expect(screen.queryAllByRole('listitem')).toEqual([]);
  await userEvent.click(toggle);
  await userEvent.click(screen.getByRole('button', { name: /You/ }));
  expect(onGo).toHaveBeenCalledExactlyOnceWith('you');
  expect(screen.queryAllByRole('listitem')).toEqual([]);
});
