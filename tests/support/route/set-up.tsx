import { configure } from '@testing-library/react';
import { beforeAll, beforeEach, expect, onTestFinished, vi } from 'vitest';

configure({
  // A page loads its modules when they are needed.
  asyncUtilTimeout: 12_000,
  // The elements of a whole page would fill the screen.
  getElementError: (message, page) =>
    new Error(`${message}\nThe page says: ${(page.querySelector('main') ?? page).textContent}`),
});

// The libraries of pages, which stay loaded for all files of this process.
beforeAll(() =>
  Promise.all([
    import('#app/root.tsx'),
    import('#app/shared/forms/form-field.tsx'),
    import('#app/shared/forms/zod.ts'),
    import('react-aria-components'),
  ]),
);

// A page that a test has left reaches nothing.
globalThis.fetch = async () => {
  throw new TypeError('Failed to fetch');
};

beforeEach(() => {
  // The app's notes about failures, which these tests cause.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const error = vi.spyOn(console, 'error');
  onTestFinished(() => {
    // happy-dom doesn't know `<search>`.
    const calls = error.mock.calls.filter(([words]) => !/^The tag <%s> is unrecognized/.test(String(words)));
    expect(calls).toEqual([]);
  });
});
