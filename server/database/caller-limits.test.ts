import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Caller } from './caller.ts';
import { createCallerLimiter, TooManyRequestsError } from './caller-limits.ts';

const limits = { perCaller: 2, perNetwork: 3, visitors: 2, waiting: 3, timeoutMs: 5_000 };
const person = (sub: string, address?: string): Caller => ({
  role: 'authenticated',
  claims: { role: 'authenticated', sub },
  ...(address !== undefined && { address }),
});
const visitor = (address: string): Caller => ({ role: 'anon', claims: { role: 'anon' }, address });
const service: Caller = { role: 'service_role', claims: { role: 'service_role' } };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work that runs until the test ends it. */
function setUp() {
  const limit = createCallerLimiter(limits);
  const started: string[] = [];
  const ends: Record<string, () => void> = {};
  const start = (caller: Caller, name: string) => {
    const done = limit(caller, () => {
      started.push(name);
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
  return { start, end, started };
}

describe('createCallerLimiter', () => {
  test('queues the work of one caller in order, without delaying others', async () => {
    const { start, end, started } = setUp();
    for (const name of ['a1', 'a2', 'a3', 'a4']) start(person('a'), name);
    start(person('b'), 'b1');
    expect(started).toEqual(['a1', 'a2', 'b1']);
    await end('a2');
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
    await end('b1');
    await end('a1');
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
  });

  test('limits all callers of one network together', async () => {
    const { start, started } = setUp();
    start(person('a', '2001:db8::1'), 'a');
    start(person('b', '2001:db8::2'), 'b');
    start(person('c', '2001:db8::3'), 'c');
    start(person('d', '2001:db8::4'), 'd');
    start(person('e', '192.0.2.1'), 'e');
    expect(started).toEqual(['a', 'b', 'c', 'e']);
  });

  test('limits all networks of one IPv6 site together', () => {
    const { start, started } = setUp();
    for (const at of [1, 2, 3, 4]) start(person(`p${at}`, `2001:db8:0:${at}::1`), `p${at}`);
    start(person('q', '2001:db8:1::1'), 'q');
    expect(started).toEqual(['p1', 'p2', 'p3', 'q']);
  });

  test('limits all visitors together, and exempts the service key', async () => {
    const { start, started } = setUp();
    for (const at of [1, 2, 3]) start(visitor(`192.0.2.${at}`), `v${at}`);
    for (const at of [1, 2, 3, 4, 5]) start(service, `s${at}`);
    expect(started).toEqual(['v1', 'v2', 's1', 's2', 's3', 's4', 's5']);
  });

  test('rejects work when the queue is full, or after the maximum wait', async () => {
    const { start, end, started } = setUp();
    for (const name of ['1', '2', '3', '4']) start(person('a'), name);
    const patient = start(person('a'), '5');
    const late = start(person('a'), '6');
    await expect(late).rejects.toThrow(TooManyRequestsError);
    const refused = expect(patient).rejects.toMatchObject({ seconds: 5 });
    await vi.advanceTimersByTimeAsync(5_000);
    await refused;
    await end('1');
    await end('2');
    expect(started).toEqual(['1', '2']);
    start(person('a'), '7');
    expect(started).toEqual(['1', '2', '7']);
  });

  test('frees the place of work that fails', async () => {
    const limit = createCallerLimiter({ ...limits, perCaller: 1 });
    const fail = () => limit(person('a'), () => Promise.reject(new Error('no')));
    await expect(fail()).rejects.toThrow('no');
    await expect(fail()).rejects.toThrow('no');
  });
});
