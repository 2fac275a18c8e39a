// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { useDebounced } from './use-debounced.ts';

test('a value that changes again before its time is left out', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { result, rerender } = renderHook(useDebounced, { initialProps: '' });
  const seen = () => result.current;
  for (const typed of ['D', 'De', 'Del']) {
    rerender(typed);
    act(() => vi.advanceTimersByTime(199));
    expect(seen()).toBe('');
  }
  act(() => vi.advanceTimersByTime(1));
  expect(seen()).toBe('Del');
});
