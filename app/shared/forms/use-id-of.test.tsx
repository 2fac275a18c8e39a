// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useIdOf } from './use-id-of.ts';

test('the id stays until the content changes', () => {
  const { result, rerender } = renderHook(({ text }) => useIdOf({ text }), { initialProps: { text: 'a' } });
  const first = result.current;
  rerender({ text: 'a' });
  expect(result.current).toBe(first);
  rerender({ text: 'b' });
  expect(result.current).not.toBe(first);
});
