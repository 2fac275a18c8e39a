import { describe, expect, it } from 'vitest';
import { StoreError, type StoreProblem } from '../store/store-error.ts';
import { type SendFileDeps, type SendFileOptions, sendFile } from './upload-retry.ts';

const failure = (problem: StoreProblem) => new StoreError(problem, problem);

/** A server that responds by a script: an error, or nothing for success. Records the requests. */
function setUp(script: (StoreProblem | 'url then unreachable' | 'progress then unreachable' | 'ok')[]) {
  const requests: string[] = [];
  const offline: boolean[] = [];
  const names: string[] = [];
  const pauses: number[] = [];
  const state = { found: null as string | null, stored: false, isOffline: false, sent: 0 };
  const controller = new AbortController();
  const deps: SendFileDeps = {
    async attempt({ key, url, onUrl, onProgress }) {
      requests.push(`${key} ${url ?? 'new'}`);
      const step = script.shift() ?? 'ok';
      if (step === 'ok') return;
      if (step === 'url then unreachable') onUrl('given');
      if (step === 'progress then unreachable') {
        state.sent += 10;
        onProgress(state.sent);
      }
      throw failure(step.endsWith('unreachable') ? 'unreachable' : (step as StoreProblem));
    },
    findUrl: () => Promise.resolve(state.found),
    isStored: () => Promise.resolve(state.stored),
    pause: (milliseconds, signal) => {
      pauses.push(milliseconds);
      if (pauses.length > 500) controller.abort();
      return signal.aborted ? Promise.reject(failure('cancelled')) : Promise.resolve();
    },
    isOffline: () => state.isOffline,
    suffix: () => 'k3x9',
  };
  const options: SendFileOptions = {
    file: new Blob(['bytes']),
    fingerprint: 'f',
    keyOf: (name) => `u1/${name}`,
    name: 'W2.pdf',
    url: null,
    signal: controller.signal,
    onProgress: () => {},
    onOffline: (isOffline) => offline.push(isOffline),
    onName: (name) => names.push(name),
  };
  return { deps, options, requests, offline, names, pauses, state };
}

describe('sendFile', () => {
  it('resumes at its URL after a lost connection', async () => {
    const { deps, options, requests, offline } = setUp(['url then unreachable', 'unreachable', 'ok']);
    expect(await sendFile(deps, options)).toBe('W2.pdf');
    expect(requests).toEqual(['u1/W2.pdf new', 'u1/W2.pdf given', 'u1/W2.pdf given']);
    expect(offline).toEqual([true, true, false]);
  });

  it('finds its URL when the response to the creation was lost', async () => {
    const { deps, options, requests, state } = setUp(['unreachable', 'ok']);
    state.found = 'found';
    await sendFile(deps, options);
    expect(requests).toEqual(['u1/W2.pdf new', 'u1/W2.pdf found']);
  });

  it('starts over when the server no longer knows the upload', async () => {
    const { deps, options, requests } = setUp(['missing', 'ok']);
    await sendFile(deps, { ...options, url: 'old' });
    expect(requests).toEqual(['u1/W2.pdf old', 'u1/W2.pdf new']);
  });

  it('retries a locked upload after a short pause, without reporting that it is offline', async () => {
    const { deps, options, requests, offline, pauses } = setUp(['busy', 'ok']);
    await sendFile(deps, { ...options, url: 'old' });
    expect(requests).toHaveLength(2);
    expect(offline).toEqual([false]);
    expect(pauses[0]).toBeLessThanOrEqual(1000);
  });

  it('retries a taken name once, with a suffix before the extension', async () => {
    const { deps, options, requests, names } = setUp(['taken', 'ok']);
    expect(await sendFile(deps, options)).toBe('W2_k3x9.pdf');
    expect(requests).toEqual(['u1/W2.pdf new', 'u1/W2_k3x9.pdf new']);
    expect(names).toEqual(['W2_k3x9.pdf']);
  });

  it('fails when the second name is taken, too', async () => {
    const { deps, options, requests } = setUp(['taken', 'taken']);
    await expect(sendFile(deps, options)).rejects.toThrow('already exists');
    expect(requests).toHaveLength(2);
  });

  it('recognizes its own file under a taken name after a lost response', async () => {
    const { deps, options, requests, state } = setUp(['unreachable', 'taken']);
    state.stored = true;
    expect(await sendFile(deps, options)).toBe('W2.pdf');
    expect(requests).toHaveLength(2);
  });

  it('never takes a file from before the first attempt for its own', async () => {
    const { deps, options, state } = setUp(['taken', 'ok']);
    state.stored = true;
    expect(await sendFile(deps, options)).toBe('W2_k3x9.pdf');
  });

  it('gives up after some minutes without a response', async () => {
    const { deps, options, pauses } = setUp(Array.from({ length: 99 }, () => 'unreachable' as const));
    await expect(sendFile(deps, options)).rejects.toThrow('unreachable');
    const minutes = pauses.reduce((sum, one) => sum + one, 0) / 60_000;
    expect(minutes).toBeGreaterThan(3);
    expect(minutes).toBeLessThan(10);
  });

  it('keeps trying while the device is offline, or while bytes arrive', async () => {
    const offline = setUp(Array.from({ length: 99 }, () => 'unreachable' as const));
    offline.state.isOffline = true;
    expect(await sendFile(offline.deps, offline.options)).toBe('W2.pdf');
    const slow = setUp(Array.from({ length: 99 }, () => 'progress then unreachable' as const));
    expect(await sendFile(slow.deps, slow.options)).toBe('W2.pdf');
  });

  it('does not retry when the server refuses the file', async () => {
    const { deps, options, requests } = setUp(['refused']);
    await expect(sendFile(deps, options)).rejects.toThrow('refused');
    expect(requests).toHaveLength(1);
  });
});
