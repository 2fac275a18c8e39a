import { expect, test, vi } from 'vitest';
import { createFailedParts } from './failed-parts.ts';

function open(count: number) {
  const failedParts = createFailedParts();
  const retry = vi.fn();
  const openOne = (retryOne: () => void) => {
    const part = failedParts.open(retryOne);
    return {
      fail: () => failedParts.fail(part),
      clear: () => failedParts.clear(part),
      showsFailure: () => part.showsFailure,
    };
  };
  const parts = Array.from({ length: count }, (_, i) => openOne(() => retry(i)));
  const shown = () => parts.map((part) => part.showsFailure());
  return { failedParts, openOne, parts, retry, shown };
}

test('of parts that fail together, the first one shows it', () => {
  const { parts, shown } = open(3);
  for (const part of [parts[1], parts[0], parts[2]]) part?.fail();
  expect(shown()).toEqual([false, true, false]);
  parts[1]?.fail();
  expect(shown()).toEqual([false, true, false]);
});

test('when that part is loaded or gone, another one shows it', () => {
  const { parts, shown } = open(3);
  for (const part of parts) part.fail();
  parts[0]?.clear();
  expect(shown()).toEqual([false, true, false]);
  for (const part of parts) part.clear();
  expect(shown()).toEqual([false, false, false]);
});

test('a part that is opened after a failure shows its own', () => {
  const { openOne, parts, shown } = open(2);
  for (const part of parts) part.fail();
  const later = [1, 2].map(() => openOne(() => {}));
  for (const part of later) part.fail();
  expect(shown()).toEqual([true, false]);
  expect(later.map((part) => part.showsFailure())).toEqual([true, false]);
});

test('a retry is for all that failed', () => {
  const { failedParts, parts, retry } = open(3);
  parts[0]?.fail();
  parts[2]?.fail();
  failedParts.retryAll();
  expect(retry.mock.calls).toEqual([[0], [2]]);
});

test('tells its listeners of each change, until they leave', () => {
  const { failedParts, parts } = open(1);
  const listener = vi.fn();
  const leave = failedParts.subscribe(listener);
  parts[0]?.clear();
  expect(listener).not.toHaveBeenCalled();
  parts[0]?.fail();
  parts[0]?.clear();
  expect(listener).toHaveBeenCalledTimes(2);
  leave();
  parts[0]?.fail();
  expect(listener).toHaveBeenCalledTimes(2);
});
