import { afterEach, expect, test, vi } from 'vitest';
import { storedSession } from './stored-session.ts';

const whole = { access_token: 'token', expires_at: 1_795_000_000, user: { id: 'ana' } };

function store(value: unknown) {
  vi.stubGlobal('window', { location: { hostname: 'office.test' } });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === 'sb-office-auth-token' ? JSON.stringify(value) : null),
  });
}
afterEach(() => {
  vi.unstubAllGlobals();
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
  expect(storedSession.read()).toBeNull();
});

test('reads what the office’s other apps have stored', () => {
  store(whole);
  expect(storedSession.read()).toEqual(whole);
});

test('a browser that refuses storage keeps the session as long as the page', () => {
  vi.stubGlobal('window', { location: { hostname: 'office.test' } });
  vi.stubGlobal('localStorage', undefined);
  storedSession.save(whole as never);
  expect(storedSession.read()).toEqual(whole);
  storedSession.clear();
  expect(storedSession.read()).toBeNull();
});

test('an old session in a full storage does not take the place of the new one', () => {
  vi.stubGlobal('window', { location: { hostname: 'office.test' } });
  let kept: string | null = JSON.stringify(whole);
  vi.stubGlobal('localStorage', {
    getItem: () => kept,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
    removeItem: () => {
      kept = null;
    },
  });
  storedSession.save({ ...whole, access_token: 'renewed' } as never);
  expect(storedSession.read()).toMatchObject({ access_token: 'renewed' });
  storedSession.clear();
});
