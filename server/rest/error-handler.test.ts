import { expect, test } from 'vitest';
import { restStatusOf } from './error-handler.ts';

test.each([
  ['42501', true, 403],
  ['42501', false, 401],
  ['23505', true, 409],
  ['23503', true, 409],
  ['23514', true, 400],
  ['22P02', true, 400],
  ['42P01', true, 404],
  ['42883', true, 404],
  ['42703', true, 400],
  ['25006', true, 405],
  ['40001', true, 500],
  ['54001', true, 413],
  ['57P01', true, 503],
  ['P0001', true, 400],
  ['PT418', true, 418],
  ['PT200', true, 400],
  ['XX000', true, 500],
  ['', false, 400],
])('%s, signed in: %s, is %i', (state, user, status) => {
  expect(restStatusOf(state, user)).toBe(status);
});
