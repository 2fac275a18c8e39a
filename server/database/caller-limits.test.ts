import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createCallerLimiter, TooManyTransactionsError } from './caller-limits.ts';
import type { Caller } from './database.ts';

const limits = { perCaller: 2, perNetwork: 3, visitors: 2, waiting: 3, patienceMs: 5_000 };
const person = (sub: string, address?: string): Caller => ({
  role: 'authenticated',
  claims: { role: 'authenticated', sub },
  ...(address !== undefined && { address }),
});
const visitor = (address: string): Caller => ({ role: 'anon', claims: { role: 'anon' }, address });
const service: Caller = { role: 'service_role', claims: { role: 'service_role' } };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work that goes on until it is told to end. */
function bench() {
  const limit = createCallerLimiter(limits);
  const began: string[] = [];
  const ends: Record<string, () => void> = {};
  const start = (caller: Caller, name: string) => {
    const done = limit(caller, () => {
      began.push(name);
      return new Promise<void>((resolve) => {
        ends[name] = resolve;
      });
    });
    done.catch(() => undefined);
    return done;
  };
  const end = async (name: string) => {
    ends[name]?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { start, end, began };
}

describe('turns', () => {
  test('of one caller: the rest waits in its order, and others do not wait for it', async () => {
    const { start, end, began } = bench();
    for (const name of ['a1', 'a2', 'a3', 'a4']) start(person('a'), name);
    start(person('b'), 'b1');
    expect(began).toEqual(['a1', 'a2', 'b1']);
    await end('a2');
    expect(began).toEqual(['a1', 'a2', 'b1', 'a3']);
    await end('b1');
    await end('a1');
    expect(began).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
  });

  test('of one network, whoever is in it', async () => {
    const { start, began } = bench();
    start(person('a', '2001:db8::1'), 'a');
    start(person('b', '2001:db8::2'), 'b');
    start(person('c', '2001:db8::3'), 'c');
    start(person('d', '2001:db8::4'), 'd');
    start(person('e', '192.0.2.1'), 'e');
    expect(began).toEqual(['a', 'b', 'c', 'e']);
  });

  test('of one IPv6 site, whatever its networks', () => {
    const { start, began } = bench();
    for (const at of [1, 2, 3, 4]) start(person(`p${at}`, `2001:db8:0:${at}::1`), `p${at}`);
    start(person('q', '2001:db8:1::1'), 'q');
    expect(began).toEqual(['p1', 'p2', 'p3', 'q']);
  });

  test('of all visitors together, and of the holder of the key without end', async () => {
    const { start, began } = bench();
    for (const at of [1, 2, 3]) start(visitor(`192.0.2.${at}`), `v${at}`);
    for (const at of [1, 2, 3, 4, 5]) start(service, `s${at}`);
    expect(began).toEqual(['v1', 'v2', 's1', 's2', 's3', 's4', 's5']);
  });

  test('are refused when too many wait, or one for too long', async () => {
    const { start, end, began } = bench();
    for (const name of ['1', '2', '3', '4']) start(person('a'), name);
    const patient = start(person('a'), '5');
    const late = start(person('a'), '6');
    await expect(late).rejects.toThrow(TooManyTransactionsError);
    const refused = expect(patient).rejects.toMatchObject({ seconds: 5 });
    await vi.advanceTimersByTimeAsync(5_000);
    await refused;
    await end('1');
    await end('2');
    expect(began).toEqual(['1', '2']);
    start(person('a'), '7');
    expect(began).toEqual(['1', '2', '7']);
  });

  test('come free when the work fails', async () => {
    const limit = createCallerLimiter({ ...limits, perCaller: 1 });
    const failing = () => limit(person('a'), () => Promise.reject(new Error('no')));
    await expect(failing()).rejects.toThrow('no');
    await expect(failing()).rejects.toThrow('no');
  });
});
