import { describe, expect, it } from 'vitest';
import { StoreError, type StoreProblem } from '../store/store-error.ts';
import { type Order, type SendingParts, sendFile } from './upload-sending.ts';

const failure = (problem: StoreProblem) => new StoreError(problem, problem);

/** A server that answers by a script: an error, or nothing for success. What it was asked is written down. */
function setUp(script: (StoreProblem | 'url then unreachable' | 'progress then unreachable' | 'ok')[]) {
  const asked: string[] = [];
  const cuts: boolean[] = [];
  const names: string[] = [];
  const pauses: number[] = [];
  const state = { found: null as string | null, stored: false, offline: false, sent: 0 };
  const controller = new AbortController();
  const parts: SendingParts = {
    async attempt({ key, url, onUrl, onProgress }) {
      asked.push(`${key} ${url ?? 'new'}`);
      const step = script.shift() ?? 'ok';
      if (step === 'ok') return;
      if (step === 'url then unreachable') onUrl('given');
      if (step === 'progress then unreachable') {
        state.sent += 10;
        onProgress(state.sent);
      }
      throw failure(step.endsWith('unreachable') ? 'unreachable' : (step as StoreProblem));
    },
    find: () => Promise.resolve(state.found),
    isStored: () => Promise.resolve(state.stored),
    pause: (milliseconds, signal) => {
      pauses.push(milliseconds);
      if (pauses.length > 500) controller.abort();
      return signal.aborted ? Promise.reject(failure('cancelled')) : Promise.resolve();
    },
    isOffline: () => state.offline,
    suffix: () => 'k3x9',
  };
  const order: Order = {
    file: new Blob(['bytes']),
    fingerprint: 'f',
    key: (name) => `u1/${name}`,
    name: 'W2.pdf',
    url: null,
    signal: controller.signal,
    onProgress: () => {},
    onOffline: (isOffline) => cuts.push(isOffline),
    onName: (name) => names.push(name),
  };
  return { parts, order, asked, cuts, names, pauses, state };
}

describe('a file on its way', () => {
  it('goes on at its address after a lost connection', async () => {
    const { parts, order, asked, cuts } = setUp(['url then unreachable', 'unreachable', 'ok']);
    expect(await sendFile(parts, order)).toBe('W2.pdf');
    expect(asked).toEqual(['u1/W2.pdf new', 'u1/W2.pdf given', 'u1/W2.pdf given']);
    expect(cuts).toEqual([true, true, false]);
  });

  it('asks where it is when the answer with its address was lost', async () => {
    const { parts, order, asked, state } = setUp(['unreachable', 'ok']);
    state.found = 'found';
    await sendFile(parts, order);
    expect(asked).toEqual(['u1/W2.pdf new', 'u1/W2.pdf found']);
  });

  it('begins anew when the server has forgotten it', async () => {
    const { parts, order, asked } = setUp(['missing', 'ok']);
    await sendFile(parts, { ...order, url: 'old' });
    expect(asked).toEqual(['u1/W2.pdf old', 'u1/W2.pdf new']);
  });

  it('waits a moment for what somebody else has hold of, and calls it no cut', async () => {
    const { parts, order, asked, cuts, pauses } = setUp(['busy', 'ok']);
    await sendFile(parts, { ...order, url: 'old' });
    expect(asked).toHaveLength(2);
    expect(cuts).toEqual([false]);
    expect(pauses[0]).toBeLessThanOrEqual(1000);
  });

  it('tries a taken name once more, with a suffix before the extension', async () => {
    const { parts, order, asked, names } = setUp(['taken', 'ok']);
    expect(await sendFile(parts, order)).toBe('W2_k3x9.pdf');
    expect(asked).toEqual(['u1/W2.pdf new', 'u1/W2_k3x9.pdf new']);
    expect(names).toEqual(['W2_k3x9.pdf']);
  });

  it('fails when the second name is taken too', async () => {
    const { parts, order, asked } = setUp(['taken', 'taken']);
    await expect(sendFile(parts, order)).rejects.toThrow('already exists');
    expect(asked).toHaveLength(2);
  });

  it('takes a name in use for its own when its bytes are there after a lost answer', async () => {
    const { parts, order, asked, state } = setUp(['unreachable', 'taken']);
    state.stored = true;
    expect(await sendFile(parts, order)).toBe('W2.pdf');
    expect(asked).toHaveLength(2);
  });

  it('never takes another’s file for its own', async () => {
    const { parts, order, state } = setUp(['taken', 'ok']);
    state.stored = true;
    expect(await sendFile(parts, order)).toBe('W2_k3x9.pdf');
  });

  it('gives up after some minutes without an answer', async () => {
    const { parts, order, pauses } = setUp(Array.from({ length: 99 }, () => 'unreachable' as const));
    await expect(sendFile(parts, order)).rejects.toThrow('unreachable');
    const minutes = pauses.reduce((sum, one) => sum + one, 0) / 60_000;
    expect(minutes).toBeGreaterThan(3);
    expect(minutes).toBeLessThan(10);
  });

  it('doesn’t give up as long as the device is offline, or something arrives', async () => {
    const offline = setUp(Array.from({ length: 99 }, () => 'unreachable' as const));
    offline.state.offline = true;
    expect(await sendFile(offline.parts, offline.order)).toBe('W2.pdf');
    const slow = setUp(Array.from({ length: 99 }, () => 'progress then unreachable' as const));
    expect(await sendFile(slow.parts, slow.order)).toBe('W2.pdf');
  });

  it('stops at once at a refusal', async () => {
    const { parts, order, asked } = setUp(['refused']);
    await expect(sendFile(parts, order)).rejects.toThrow('refused');
    expect(asked).toHaveLength(1);
  });
});
