import { expect, test, vi } from 'vitest';
import { createAnswers } from './load.ts';

const response = () => ({ destroy: vi.fn() });

test('never refuses a response, and disconnects the oldest readers if all are too much', () => {
  const answers = createAnswers({ total: 100, network: 60 });
  const [first, second, third, fourth] = [response(), response(), response(), response()];
  answers.trackResponse({ network: 'a' }, first, 50);
  answers.trackResponse({ network: 'b' }, second, 50);
  expect(first.destroy).not.toHaveBeenCalled();
  answers.trackResponse({ network: 'c' }, third, 60);
  expect(first.destroy).toHaveBeenCalledOnce();
  expect(second.destroy).toHaveBeenCalledOnce();
  expect(third.destroy).not.toHaveBeenCalled();
  answers.trackResponse({ network: 'd' }, fourth, 1_000);
  expect(fourth.destroy).not.toHaveBeenCalled();
});

test('a caller with too many unread responses must read first', () => {
  const answers = createAnswers({ total: 100, network: 60 });
  const unread = response();
  const release = answers.trackResponse({ network: 'a' }, unread, 60);
  expect(answers.isUsedUp({ network: 'a' })).toBe(true);
  expect(answers.isUsedUp({ network: 'b' })).toBe(false);
  release();
  expect(answers.isUsedUp({ network: 'a' })).toBe(false);
});
