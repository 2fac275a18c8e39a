import { describe, expect, it } from 'vitest';
import type { Verdict } from '#domain/documents/document-check.ts';
import { english } from '#domain/language/english.ts';
import { inWords } from '#domain/language/translate.ts';
import { StoreError } from '../store/store-error.ts';
import type { ChosenFile, Duplicate, UploadTarget } from './upload-job.ts';
import { createUploadQueue, type UploadWork } from './upload-queue.ts';

const mine: UploadTarget = { ownerId: 'u1', clientName: null, folder: '2026' };
const hers: UploadTarget = { ownerId: 'u2', clientName: 'Maria Lopez', folder: '' };
const file = (name: string, size = 10) => new File([new Uint8Array(size)], name);

interface Sending {
  name: string;
  progress: (sent: number) => void;
  cut: (isOffline: boolean) => void;
  arrive: (as?: string) => void;
  fail: (error: StoreError) => void;
}

interface Answers {
  inspections?: Record<string, Verdict>;
  duplicates?: Record<string, Duplicate>;
}

/** A queue whose uploads end when the test resolves them. */
function setUp({ inspections = {}, duplicates = {} }: Answers = {}) {
  const sendings: Sending[] = [];
  const events: string[] = [];
  const line = { isUp: true, again: Promise.resolve() };
  const code = { loaded: Promise.resolve(true) };
  const work: UploadWork = {
    inspect: (name) => Promise.resolve(inspections[name] ?? { accepted: true }),
    findDuplicate: ({ name }) => Promise.resolve(duplicates[name] ?? null),
    send: (job, _file, { onProgress, onOffline, onName, signal }) =>
      new Promise<string>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        sendings.push({
          name: job.name,
          progress: onProgress,
          cut: onOffline,
          arrive: (as = job.name) => {
            if (as !== job.name) onName(as);
            resolve(as);
          },
          fail: reject,
        });
      }),
  };
  const queue = createUploadQueue({
    load: async (signal, onOffline) => {
      onOffline(!(await Promise.race([code.loaded, Promise.resolve(false)])));
      const isLoaded = await code.loaded;
      signal.throwIfAborted();
      if (!isLoaded) throw new StoreError('unreachable', 'The connection was lost.');
      onOffline(false);
      return work;
    },
    whenOnline: async (_signal, onOffline) => {
      if (line.isUp) return;
      onOffline(true);
      await line.again;
      onOffline(false);
    },
    forgetDuplicate: (id) => events.push(`forgot ${queue.read().find((job) => job.id === id)?.name}`),
    onStored: (job) => events.push(`stored ${job.target.folder}/${job.name}`),
    onFinished: (target, stored, failed) =>
      events.push(`finished ${target.ownerId} ${stored.map(({ file }) => file.name)}/${failed}`),
    onActive: (active) => events.push(active ? 'active' : 'idle'),
    log: () => {},
  });
  const last = () => {
    const sending = sendings.at(-1);
    if (!sending) throw new Error('nothing is being sent');
    return sending;
  };
  const statuses = () => queue.read().map((job) => `${job.name} ${job.status}`);
  const idOf = (name: string) => queue.read().find((job) => job.name === name)?.id ?? 0;
  const add = async (target: UploadTarget, files: (File | ChosenFile)[]) => {
    queue.add(target, files);
    await settled();
  };
  return { queue, sendings, events, line, code, last, statuses, idOf, add };
}

const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

describe('createUploadQueue', () => {
  it('sends four at a time and reports when all have ended', async () => {
    const { sendings, events, statuses, add } = setUp();
    await add(
      mine,
      ['a', 'b', 'c', 'd', 'e'].map((name) => file(`${name}.pdf`)),
    );
    expect(sendings.map((s) => s.name)).toEqual(['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf']);
    expect(statuses().at(-1)).toBe('e.pdf waiting');
    sendings[1]?.arrive();
    await settled();
    expect(statuses().slice(-1)).toEqual(['e.pdf sending']);
    for (const sending of sendings) sending.arrive();
    await settled();
    expect(events.at(0)).toBe('active');
    expect(events.slice(-2)).toEqual(['finished u1 b.pdf,a.pdf,c.pdf,d.pdf,e.pdf/0', 'idle']);
    expect(events.filter((event) => event.startsWith('finished'))).toHaveLength(1);
  });

  it('shows the name under which a file was stored', async () => {
    const { queue, last, events, add } = setUp();
    await add(mine, [file('W2.pdf')]);
    last().arrive('W2_k3x9.pdf');
    await settled();
    expect(queue.read()[0]).toMatchObject({ name: 'W2_k3x9.pdf', chosenName: 'W2.pdf', status: 'done' });
    expect(events).toContain('stored 2026/W2_k3x9.pdf');
    queue.clear(undefined, { keepUnread: true });
    expect(queue.read()).toHaveLength(1);
  });

  it('shows why a file failed, and retries it', async () => {
    const { queue, last, events, statuses, add, idOf } = setUp();
    await add(mine, [file('W2.pdf')]);
    last().fail(new StoreError('unreachable', 'The connection was lost.'));
    await settled();
    expect(statuses()).toEqual(['W2.pdf failed']);
    expect(queue.read()[0]?.problem).toBe('The connection was lost.');
    expect(events).toContain('finished u1 /1');
    expect(events).toContain('forgot W2.pdf');
    queue.clear(undefined, { keepUnread: true });
    queue.retry(idOf('W2.pdf'));
    await settled();
    last().arrive();
    await settled();
    expect(statuses()).toEqual(['W2.pdf done']);
    expect(events.slice(-2)).toEqual(['finished u1 W2.pdf/0', 'idle']);
  });

  it('shows progress up to the size, and when it is offline', async () => {
    const { queue, last, add } = setUp();
    await add(mine, [file('a.pdf', 100)]);
    last().progress(40);
    expect(queue.read()[0]?.sent).toBe(40);
    last().cut(true);
    expect(queue.read()[0]?.isOffline).toBe(true);
    last().cut(false);
    last().progress(180);
    expect(queue.read()[0]).toMatchObject({ sent: 100, isOffline: false });
  });

  it('waits until the code that sends is loaded, and fails without it', async () => {
    const { queue, code, sendings, statuses, add, idOf } = setUp();
    const { promise, resolve } = Promise.withResolvers<boolean>();
    code.loaded = promise;
    await add(mine, [file('a.pdf'), file('b.pdf')]);
    expect(queue.read()[0]).toMatchObject({ status: 'checking', isOffline: true });
    queue.cancel(idOf('b.pdf'));
    resolve(true);
    await settled();
    expect(statuses()).toEqual(['a.pdf sending', 'b.pdf cancelled']);
    expect(queue.read()[0]?.isOffline).toBe(false);
    expect(sendings).toHaveLength(1);
    code.loaded = Promise.resolve(false);
    await add(mine, [file('c.pdf')]);
    expect(statuses().at(-1)).toBe('c.pdf failed');
    expect(queue.read().at(-1)?.problem).toBe('The connection was lost.');
  });

  it('sends no request while offline', async () => {
    const { queue, line, sendings, add } = setUp();
    const { promise, resolve } = Promise.withResolvers<void>();
    Object.assign(line, { isUp: false, again: promise });
    await add(mine, [file('a.pdf')]);
    expect(queue.read()[0]).toMatchObject({ status: 'checking', isOffline: true });
    resolve();
    await settled();
    expect(sendings).toHaveLength(1);
    expect(queue.read()[0]).toMatchObject({ status: 'sending', isOffline: false });
  });

  it('cancels running and waiting uploads without reporting a failure', async () => {
    const { queue, sendings, events, statuses, add } = setUp();
    await add(
      mine,
      ['a', 'b', 'c', 'd', 'e'].map((name) => file(name)),
    );
    queue.cancelAll('u1');
    await settled();
    expect(new Set(statuses().map((s) => s.split(' ')[1]))).toEqual(new Set(['cancelled']));
    expect(sendings).toHaveLength(4);
    expect(events.filter((event) => !event.startsWith('forgot'))).toEqual(['active', 'idle']);
    queue.clear();
    expect(queue.read()).toEqual([]);
  });

  it('reports a cancelled file that was stored anyway', async () => {
    const { queue, last, statuses, add, idOf } = setUp();
    await add(mine, [file('a.pdf')]);
    last().arrive();
    queue.cancel(idOf('a.pdf'));
    await settled();
    expect(statuses()).toEqual(['a.pdf done']);
  });

  it('reports each owner separately', async () => {
    const { queue, sendings, events, add } = setUp();
    await add(mine, [file('a.pdf')]);
    await add(hers, [file('b.pdf')]);
    sendings[1]?.arrive();
    await settled();
    expect(events).toContain('finished u2 b.pdf/0');
    expect(events).not.toContain('idle');
    queue.clear('u2');
    expect(queue.read().map((job) => job.target.ownerId)).toEqual(['u1']);
  });

  it('refuses an invalid name without sending the file', async () => {
    const { queue, sendings, events, statuses, add, idOf } = setUp();
    await add(mine, [file(`${'é'.repeat(200)}.pdf`), file('cafe\u0301.pdf')]);
    expect(sendings.map((s) => s.name)).toEqual(['café.pdf']);
    expect(inWords(queue.read()[0]?.problem ?? '', english)).toMatch(/too long/);
    expect(queue.read()[0]?.status).toBe('refused');
    queue.retry(queue.read()[0]?.id ?? 0);
    sendings[0]?.arrive();
    await settled();
    expect(statuses()[1]).toBe('café.pdf done');
    expect(events).toContain('finished u1 café.pdf/1'.normalize('NFD'));
    expect(idOf('café.pdf')).toBeGreaterThan(0);
  });

  it('refuses a file that fails the check, and keeps the note of one that passes', async () => {
    const { queue, sendings, statuses, add, last } = setUp({
      inspections: {
        'a.html': { accepted: false, problem: { id: 'a web page' } },
        'b.pdf': { accepted: true, note: { id: 'locked' } },
      },
    });
    await add(mine, [file('a.html'), file('b.pdf')]);
    expect(sendings.map(({ name }) => name)).toEqual(['b.pdf']);
    last().arrive();
    await settled();
    queue.clear(undefined, { keepUnread: true });
    expect(statuses()).toEqual(['a.html refused', 'b.pdf done']);
    expect(queue.read().map(({ problem, note }) => problem ?? note)).toEqual([
      { id: 'a web page' },
      { id: 'locked' },
    ]);
  });

  it('asks before it sends a duplicate, and reports the others meanwhile', async () => {
    const duplicate = { name: 'Harbor W-2.pdf', isChosen: false };
    const { queue, sendings, events, statuses, add, last, idOf } = setUp({
      duplicates: { 'W-2.pdf': duplicate, 'copy.pdf': duplicate },
    });
    await add(mine, [file('W-2.pdf'), file('copy.pdf'), file('c.pdf')]);
    expect(sendings.map(({ name }) => name)).toEqual(['c.pdf']);
    last().arrive();
    await settled();
    expect(statuses()).toEqual(['W-2.pdf duplicate', 'copy.pdf duplicate', 'c.pdf done']);
    expect(queue.read()[0]?.duplicate).toBe(duplicate);
    expect(events.slice(-2)).toEqual(['finished u1 c.pdf/0', 'idle']);
    queue.clear(undefined, { keepUnread: true });
    queue.cancel(idOf('W-2.pdf'));
    queue.sendAnyway(idOf('copy.pdf'));
    await settled();
    last().arrive();
    await settled();
    expect(statuses()).toEqual(['W-2.pdf cancelled', 'copy.pdf done']);
    expect(events).toContain('forgot W-2.pdf');
    expect(events.slice(-2)).toEqual(['finished u1 copy.pdf/0', 'idle']);
  });

  it('keeps the folders of a dropped folder', async () => {
    const { queue, add } = setUp();
    await add(mine, [
      { file: file('a.pdf'), under: 'Taxes/cafe\u0301' },
      { file: file('b.pdf'), under: '../x' },
      { file: file('c.pdf'), under: `${'y'.repeat(256)}` },
      { file: file('.DS_Store'), under: 'Taxes' },
    ]);
    expect(queue.read().map(({ target, status }) => `${target.folder.slice(0, 20)} ${status}`)).toEqual([
      '2026/Taxes/café sending',
      '2026/x sending',
      `2026/${'y'.repeat(15)} refused`,
    ]);
  });

  it('returns the same list until something changes', () => {
    const { queue } = setUp();
    expect(queue.read()).toBe(queue.read());
    const before = queue.read();
    queue.add(mine, [file('a')]);
    expect(queue.read()).not.toBe(before);
  });
});
