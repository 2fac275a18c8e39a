import { setImmediate as soon } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Launch, type launch, type Postmaster, type Supervised, supervise } from './supervision.ts';

const HOUR_MS = 3_600_000;
const log = { info: () => undefined, error: () => undefined };

/** A fake PostgreSQL that starts, fails and exits on command. Its clock advances only in pauses. */
async function scripted() {
  const ports: (number | undefined)[] = [];
  let time = 0;
  let until = 0;
  let failing = false;
  let end: () => void = () => undefined;
  let goOn: () => void = () => undefined;
  const start: typeof launch = async (_how, port) => {
    ports.push(port);
    if (failing) throw new Error('no room');
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    end = resolve;
    return { port: 4711, ended, stop: async () => resolve() } satisfies Postmaster;
  };
  const wait = async (ms: number, signal: AbortSignal) => {
    while (time + ms > until) {
      await new Promise<void>((resolve, reject) => {
        goOn = resolve;
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    }
    time += ms;
  };
  const supervised: Supervised = await supervise({ ...({} as Launch), log, start, wait, now: () => time });
  return {
    supervised,
    ports,
    end: () => end(),
    fail: (fails: boolean) => {
      failing = fails;
    },
    /** Advances the clock. */
    pass: async (ms: number) => {
      until = time + ms;
      goOn();
      for (let turn = 0; turn < 2_000; turn += 1) await soon();
      time = until;
    },
  };
}

test('retries a failing start as long as the process lives', async () => {
  const { supervised, ports, end, fail, pass } = await scripted();
  expect(supervised.downFor()).toBe(0);
  fail(true);
  end();
  await pass(HOUR_MS);
  // Pauses double up to 15 seconds, and the address never changes.
  expect(ports.length).toBeGreaterThan(230);
  expect(ports.length).toBeLessThan(260);
  expect(new Set(ports.slice(1))).toEqual(new Set([4711]));
  expect(supervised.downFor()).toBe(HOUR_MS);
  fail(false);
  await pass(15_000);
  expect(supervised.downFor()).toBe(0);
  await supervised.stop();
});

test('restarts at once after a successful run', async () => {
  const { supervised, ports, end, fail, pass } = await scripted();
  fail(true);
  end();
  await pass(60_000);
  fail(false);
  await pass(15_000 + 1_000);
  const before = ports.length;
  end();
  await pass(250);
  expect(ports.length).toBe(before + 1);
  await supervised.stop();
});

test('stop aborts the pause before an attempt', async () => {
  const { supervised, ports, end, fail, pass } = await scripted();
  fail(true);
  end();
  await pass(10_000);
  const before = ports.length;
  await supervised.stop();
  await pass(HOUR_MS);
  expect(ports.length).toBe(before);
});
