import { describe, expect, it } from 'vitest';
import { StoreError } from './store-error.ts';
import type { UploadTarget } from './upload-job.ts';
import { createUploadQueue } from './upload-queue.ts';

const mine: UploadTarget = { ownerId: 'u1', forWhom: null, folder: '2026' };
const hers: UploadTarget = { ownerId: 'u2', forWhom: 'Maria Lopez', folder: '' };
const file = (name: string, size = 10) => new File([new Uint8Array(size)], name);

interface Sending {
  name: string;
  progress: (sent: number) => void;
  arrive: () => void;
  fail: (error: StoreError) => void;
}

/** A queue whose sends end when the test says so. */
function setUp() {
  const sendings: Sending[] = [];
  const events: string[] = [];
  const queue = createUploadQueue({
    send: (_target, name, _file, { onProgress, signal }) =>
      new Promise<void>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new StoreError('cancelled', 'Cancelled.')));
        sendings.push({ name, progress: onProgress, arrive: resolve, fail: reject });
      }),
    suffix: () => 'k3x9',
    onStored: (job) => events.push(`stored ${job.name}`),
    onFinished: (target, stored, failed) => events.push(`finished ${target.ownerId} ${stored}/${failed}`),
    onActive: (active) => events.push(active ? 'active' : 'idle'),
    log: () => {},
  });
  const last = () => {
    const sending = sendings.at(-1);
    if (!sending) throw new Error('nothing is being sent');
    return sending;
  };
  const statuses = () => queue.read().map((job) => `${job.name} ${job.status}`);
  return { queue, sendings, events, last, statuses };
}

const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

describe('the upload queue', () => {
  it('sends three at a time and reports once all have ended', async () => {
    const { queue, sendings, events, statuses } = setUp();
    queue.add(
      mine,
      ['a', 'b', 'c', 'd'].map((name) => file(`${name}.pdf`)),
    );
    expect(sendings.map((s) => s.name)).toEqual(['a.pdf', 'b.pdf', 'c.pdf']);
    sendings[1]?.arrive();
    await settled();
    expect(statuses()).toEqual(['a.pdf sending', 'b.pdf done', 'c.pdf sending', 'd.pdf sending']);
    for (const sending of sendings) sending.arrive();
    await settled();
    expect(events.at(0)).toBe('active');
    expect(events.slice(-2)).toEqual(['finished u1 4/0', 'idle']);
    expect(events.filter((event) => event.startsWith('finished'))).toHaveLength(1);
  });

  it('tries a taken name once more, with a suffix before the extension', async () => {
    const { queue, last, events, statuses } = setUp();
    queue.add(mine, [file('W2.pdf')]);
    last().fail(new StoreError('taken', 'The resource already exists'));
    await settled();
    expect(last().name).toBe('W2_k3x9.pdf');
    last().arrive();
    await settled();
    expect(statuses()).toEqual(['W2_k3x9.pdf done']);
    expect(events).toContain('stored W2_k3x9.pdf');
  });

  it('fails when the second name is taken too, and can be tried again by hand', async () => {
    const { queue, last, events, statuses } = setUp();
    queue.add(mine, [file('W2.pdf')]);
    last().fail(new StoreError('taken', 'The resource already exists'));
    await settled();
    last().fail(new StoreError('taken', 'The resource already exists'));
    await settled();
    expect(statuses()).toEqual(['W2_k3x9.pdf failed']);
    expect(queue.read()[0]?.problem).toBe('The resource already exists');
    expect(events).toContain('finished u1 0/1');
    queue.retry(queue.read()[0]?.id ?? 0);
    last().arrive();
    await settled();
    expect(statuses()).toEqual(['W2_k3x9.pdf done']);
    expect(events.slice(-2)).toEqual(['finished u1 1/0', 'idle']);
  });

  it('shows how much has gone out, never more than there is', () => {
    const { queue, last } = setUp();
    queue.add(mine, [file('a.pdf', 100)]);
    last().progress(40);
    expect(queue.read()[0]?.sent).toBe(40);
    last().progress(180);
    expect(queue.read()[0]?.sent).toBe(100);
  });

  it('cancels what is on its way and what is waiting, without calling it a failure', async () => {
    const { queue, sendings, events, statuses } = setUp();
    queue.add(
      mine,
      ['a', 'b', 'c', 'd'].map((name) => file(name)),
    );
    queue.cancelAll('u1');
    await settled();
    expect(new Set(statuses().map((s) => s.split(' ')[1]))).toEqual(new Set(['cancelled']));
    expect(sendings).toHaveLength(3);
    expect(events).toEqual(['active', 'idle']);
    queue.clear();
    expect(queue.read()).toEqual([]);
  });

  it('says that a cancelled file arrived when it did', async () => {
    const { queue, last, statuses } = setUp();
    queue.add(mine, [file('a.pdf')]);
    last().arrive();
    queue.cancel(queue.read()[0]?.id ?? 0);
    await settled();
    expect(statuses()).toEqual(['a.pdf done']);
  });

  it('keeps people apart in its reports', async () => {
    const { queue, sendings, events } = setUp();
    queue.add(mine, [file('a.pdf')]);
    queue.add(hers, [file('b.pdf')]);
    sendings[1]?.arrive();
    await settled();
    expect(events).toContain('finished u2 1/0');
    expect(events).not.toContain('idle');
    queue.clear('u2');
    expect(queue.read().map((job) => job.target.ownerId)).toEqual(['u1']);
  });

  it('refuses a name that cannot be stored without sending it', async () => {
    const { queue, sendings, events, statuses } = setUp();
    queue.add(mine, [file(`${'é'.repeat(200)}.pdf`), file('cafe\u0301.pdf')]);
    expect(sendings.map((s) => s.name)).toEqual(['café.pdf']);
    expect(queue.read()[0]?.problem).toMatch(/too long/);
    sendings[0]?.arrive();
    await settled();
    expect(statuses()[1]).toBe('café.pdf done');
    expect(events).toContain('finished u1 1/1');
  });

  it('keeps failures for another try when the rest is cleared', async () => {
    const { queue, sendings, statuses } = setUp();
    queue.add(mine, [file('a'), file('b')]);
    sendings[0]?.fail(new StoreError('unreachable', 'The connection was lost.'));
    sendings[1]?.arrive();
    await settled();
    queue.clear(undefined, { keepFailed: true });
    expect(statuses()).toEqual(['a failed']);
    queue.clear('u1');
    expect(statuses()).toEqual([]);
  });

  it('hands out the same list until something changes', () => {
    const { queue } = setUp();
    expect(queue.read()).toBe(queue.read());
    const before = queue.read();
    queue.add(mine, [file('a')]);
    expect(queue.read()).not.toBe(before);
  });
});
