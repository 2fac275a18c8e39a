import { expect, test, vi } from 'vitest';
import { i18nOf } from '#app/language/words.ts';
import { english } from '#domain/language/english.ts';
import type { Translate } from '#domain/language/translate.ts';
import { messages } from '../../../locales/es/contract.po';
import { ApiError } from './api.ts';
import { isConnectionError, messageOf, serverMessage } from './error-wording.ts';

test.each(['TypeError: Failed to fetch', 'NetworkError when attempting to fetch resource.', 'Load failed'])(
  'recognizes the message of the browser for a request without a response: "%s"',
  (message) => {
    expect(isConnectionError({ message })).toBe(true);
    expect(messageOf({ message }, english)).toMatch(/^Connection error/);
  },
);

test.each([
  'Failed to fetch dynamically imported module: https://office.test/assets/a.js',
  'error loading dynamically imported module',
  'Importing a module script failed.',
])('offers a reload if a part of the app is gone, unless there is no connection: "%s"', (message) => {
  const reload = 'A part of this page could not be loaded. Check your connection, or reload the page.';
  expect(messageOf({ message }, english)).toBe(reload);
  vi.stubGlobal('navigator', { onLine: false });
  expect(messageOf({ message }, english)).toMatch(/^Connection error/);
  vi.unstubAllGlobals();
});

test('treats a response that is not from the service as unexpected', () => {
  expect(messageOf(new ApiError(502, null), english)).toBe('An unexpected error occurred');
  expect(messageOf({ message: '\n<html>Bad gateway</html>' }, english)).toBe('An unexpected error occurred');
});

test('has plain words for too many requests', () => {
  const limited = { code: 'over_request_rate_limit', status: 429, message: 'Request rate limit reached' };
  expect(messageOf(limited, english)).toBe('Too many attempts. Please wait a few minutes and try again.');
});

test('tells clients and staff whose pages are open that the account was merged', () => {
  const refused = {
    code: '42501',
    details: 'client_merged',
    message: 'This client was merged into another one',
  };
  expect(messageOf(refused, english)).toBe(
    'This client account was merged with another one. Reload the page to find everything there.',
  );
});

const i18n = i18nOf('es', messages);
const spanish: Translate = (message) => i18n._(message);

test.each([
  [{ code: 'same_password', message: 'x' }, 'La contraseña nueva debe ser distinta'],
  [{ code: '23514', details: 'list_full', message: 'x' }, 'Su lista está llena. Llámenos.'],
  [{ code: 'conflict', details: 'list_full', message: 'x' }, 'Su lista está llena. Llámenos.'],
  // Unknown: as the server says it.
  [
    { code: '22001', details: null, message: 'value too long for the column' },
    'value too long for the column',
  ],
  [{ code: 'toString', details: 'constructor', message: 'as it is' }, 'as it is'],
  [{ message: '' }, ''],
])('%j in Spanish is %j', (error, words) => {
  expect(serverMessage(error, spanish)).toContain(words);
});
