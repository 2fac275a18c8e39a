// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, test } from 'vitest';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import { Result } from './result.tsx';

afterEach(cleanup);

test.each([
  ['genuine', 'Genuine and unchanged'],
  ['changed', 'Changed'],
  ['unknown', 'Not sealed by us'],
] as const)('a file that is %s: %s', (result, title) => {
  render(<Result answer={{ result, sealedAt: '2026-03-02T15:00:00Z' } as never} />, {
    wrapper: PageOfOffice,
  });
  screen.getByText(title, { exact: true });
});
