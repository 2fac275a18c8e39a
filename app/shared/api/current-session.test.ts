import { beforeEach, expect, test, vi } from 'vitest';
import { accessToken, currentSession } from './current-session.ts';

const stored = vi.hoisted(() => ({ fresh: null as object | null, isStored: false }));
const library = vi.hoisted(() => ({ isLoaded: false, getSession: vi.fn() }));

vi.mock('../session/stored/stored-session.ts', () => ({
  freshSession: () => stored.fresh,
  isSessionStored: () => stored.isStored,
}));
vi.mock('../session/client-signal.ts', () => ({ loadedAuth: () => (library.isLoaded ? library : null) }));
vi.mock('./supabase.ts', () => ({ supabase: { auth: library } }));

beforeEach(() => {
  Object.assign(stored, { fresh: null, isStored: false });
  library.isLoaded = false;
  library.getSession.mockReset();
  library.getSession.mockResolvedValue({ data: { session: { access_token: 'renewed' } }, error: null });
});

test('a fresh session is read without the library', async () => {
  Object.assign(stored, { fresh: { access_token: 'stored' }, isStored: true });
  expect(await accessToken()).toBe('stored');
  expect(library.getSession).not.toHaveBeenCalled();
});

test('a visitor has none, and needs no library', async () => {
  expect(await currentSession()).toBeNull();
  expect(library.getSession).not.toHaveBeenCalled();
});

test('the library renews an old session', async () => {
  stored.isStored = true;
  expect(await accessToken()).toBe('renewed');
});

test('the library decides once it is loaded', async () => {
  Object.assign(stored, { fresh: { access_token: 'stored' }, isStored: true });
  library.isLoaded = true;
  expect(await accessToken()).toBe('renewed');
});

test('a session that can not be renewed gives no token', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  stored.isStored = true;
  library.getSession.mockResolvedValue({ data: { session: null }, error: new Error('down') });
  expect(await accessToken()).toBeNull();
  await expect(currentSession()).rejects.toThrow('down');
});
