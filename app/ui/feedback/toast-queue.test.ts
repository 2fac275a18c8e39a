import { beforeEach, expect, test } from 'vitest';
import { notify, toastQueue } from './toast-queue.ts';

const shown = () => toastQueue.visibleToasts.map(({ content }) => content.text);

beforeEach(() => {
  for (const { key } of toastQueue.visibleToasts) toastQueue.close(key);
});

test('the same message is shown once, however often it comes', () => {
  for (let i = 0; i < 5; i++) notify('danger', 'Failed! Upload error');
  notify('success', 'Success! 1 file(s) uploaded');
  notify('danger', 'Failed! Upload error');
  expect(shown().toSorted()).toEqual(['Failed! Upload error', 'Success! 1 file(s) uploaded']);
});

test('a closed message can be shown again', () => {
  notify('danger', 'Failed! Upload error');
  for (const { key } of toastQueue.visibleToasts) toastQueue.close(key);
  expect(shown()).toEqual([]);
  notify('danger', 'Failed! Upload error');
  expect(shown()).toEqual(['Failed! Upload error']);
});

test('messages with an action stay separate: each is about a different case', () => {
  const action = { label: 'Undo', onPress: () => {} };
  notify('success', 'Marked as done', action);
  notify('success', 'Marked as done', action);
  expect(shown()).toHaveLength(2);
});
