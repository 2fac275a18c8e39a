import { beforeEach, expect, test } from 'vitest';
import { notify, toastQueue } from './toast-queue.ts';

const shown = () => toastQueue.visibleToasts.map(({ content }) => content.text);

beforeEach(() => {
  for (const { key } of toastQueue.visibleToasts) toastQueue.close(key);
});

test('shows the same message once, however often it is queued', () => {
  for (let i = 0; i < 5; i++) notify('danger', 'Failed! Upload error');
  notify('success', 'Success! 1 file(s) uploaded');
  notify('danger', 'Failed! Upload error');
  expect(shown().toSorted()).toEqual(['Failed! Upload error', 'Success! 1 file(s) uploaded']);
});

test('shows a closed message again', () => {
  notify('danger', 'Failed! Upload error');
  for (const { key } of toastQueue.visibleToasts) toastQueue.close(key);
  expect(shown()).toEqual([]);
  notify('danger', 'Failed! Upload error');
  expect(shown()).toEqual(['Failed! Upload error']);
});

test('keeps messages with an action separate, because each is about a different case', () => {
  const action = { label: 'Undo', onPress: () => {} };
  notify('success', 'Marked as done', action);
  notify('success', 'Marked as done', action);
  expect(shown()).toHaveLength(2);
});
