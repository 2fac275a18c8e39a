import { afterEach, expect, test, vi } from 'vitest';
import { freshSession } from './stored-session.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const inSeconds = (seconds: number) => NOW / 1000 + seconds;
const whole = { access_token: 'token', expires_at: inSeconds(3600), user: { id: 'ana' } };

function store(value: unknown) {
  vi.stubGlobal('window', { location: { hostname: 'office.test' } });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === 'sb-office-auth-token' ? JSON.stringify(value) : null),
  });
}
afterEach(() => {
  vi.unstubAllGlobals();
});

test('a stored session can be used until the auth library would renew it', () => {
  store(whole);
  expect(freshSession(NOW)).toEqual(whole);
  expect(freshSession(NOW + 3_510_000 - 1)).toEqual(whole);
  expect(freshSession(NOW + 3_510_000)).toBeNull();
});

test.each([
  null,
  'text',
  {},
  { ...whole, access_token: 7 },
  { ...whole, user: {} },
  { ...whole, expires_at: null },
])('%j is no session', (value) => {
  store(value);
  expect(freshSession(NOW)).toBeNull();
});
