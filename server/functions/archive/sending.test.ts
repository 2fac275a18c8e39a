import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { englishReader } from '#server/language/readers.ts';
import type { Ledger, Order } from './ledger.ts';
import { sendArchive } from './sending.ts';

const CHUNK = Buffer.alloc(64 * 1024, 'x');

/** Endless files. */
let opened: Readable[];
let endings: string[];
let wanted: boolean;
beforeEach(() => {
  opened = [];
  endings = [];
  wanted = true;
});

const files = ['a', 'b', 'c'].map((id) => ({ id, path: `${id}.pdf` }));
const order: Order = {
  id: 'archive',
  name: 'folder.zip',
  caller: { role: 'authenticated', claims: { role: 'authenticated' } },
  userId: 'user',
  language: 'en',
  folder: '',
  files,
  folders: [],
  missing: [],
  missingCount: 0,
};
const ledger = {
  progress: async () => wanted,
  end: async (_id: string, ending: string) => void endings.push(ending),
} as Partial<Ledger> as Ledger;
const rows = files.map(({ id }) => ({ id, blob_id: id, created_at: new Date() }));
const database = {
  runAs: async () => ({ rows, rowCount: rows.length }),
  query: async () => ({ rows: [], rowCount: 0 }),
} as Partial<Database> as Database;

function send(content: () => Iterable<Buffer> | AsyncIterable<Buffer>, idle = 60_000) {
  const openObject = async () => {
    const bytes = Readable.from(content(), { objectMode: false });
    opened.push(bytes);
    return { content: 'pdf' as const, bytes };
  };
  const sources = {
    database,
    openObject,
    timeZone: 'America/New_York',
    log: pino({ enabled: false }),
    t: englishReader.t,
  };
  return sendArchive(order, ledger, sources, { idle }).getReader();
}

async function allClosed(): Promise<void> {
  while (!opened.every((one) => one.destroyed)) await setImmediate();
}

function* endless() {
  for (;;) yield CHUNK;
}

describe('an archive', () => {
  it('is created no faster than it is read', async () => {
    let made = 0;
    const reader = send(function* () {
      for (;;) {
        made += CHUNK.length;
        yield CHUNK;
      }
    });
    await reader.read();
    for (let turn = 0; turn < 200; turn++) await setImmediate();
    // At most what the streams in between buffer.
    expect(made).toBeLessThan(30 * CHUNK.length);
    await reader.cancel();
  });

  it('closes all open files when the reader leaves, including the prefetched one', async () => {
    const reader = send(endless);
    await reader.read();
    await setImmediate();
    await reader.cancel();
    expect(opened).toHaveLength(2);
    await allClosed();
    expect(endings).toEqual(['cancelled']);
  });

  it('closes all files while the store does not respond', async () => {
    const reader = send(async function* () {
      yield CHUNK;
      await new Promise(() => undefined);
    });
    await reader.read();
    await reader.cancel();
    await allClosed();
    expect(endings).toEqual(['cancelled']);
  });

  it('aborts within two seconds when it is canceled', async () => {
    const reader = send(endless);
    await reader.read();
    wanted = false;
    await expect(
      (async () => {
        while (!(await reader.read()).done) await setImmediate();
      })(),
    ).rejects.toThrow('canceled');
    await allClosed();
    expect(endings).toEqual(['cancelled']);
  });

  it('aborts and closes all files when the reader stalls', async () => {
    const reader = send(endless, 0);
    await reader.read();
    await expect(reader.closed).rejects.toThrow('takes nothing');
    await allClosed();
    expect(endings).toEqual(['cancelled']);
  });

  it('waits for a slow store', async () => {
    let go: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => {
      go = resolve;
    });
    const reader = send(async function* () {
      await slow;
      yield CHUNK;
    }, 0);
    let reports = 0;
    const progress = ledger.progress;
    ledger.progress = async (...told) => {
      if (++reports === 2) go();
      return progress(...told);
    };
    try {
      while (!(await reader.read()).done);
    } finally {
      ledger.progress = progress;
    }
    expect(endings).toEqual(['done']);
  });

  it('fails with the database and closes all files', async () => {
    const reader = sendArchive(order, ledger, {
      database: {
        ...database,
        runAs: async () => {
          throw new Error('unreachable');
        },
      },
      openObject: async () => ({ content: 'pdf' as const, bytes: Readable.from([CHUNK]) }),
      timeZone: 'America/New_York',
      log: pino({ enabled: false }),
      t: englishReader.t,
    }).getReader();
    await expect(reader.read()).rejects.toThrow('unreachable');
    expect(endings).toEqual(['failed']);
  });

  it('completes after the last byte was read', async () => {
    const reader = send(() => [CHUNK]);
    let bytes = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      expect(endings).toEqual([]);
      bytes += value.length;
    }
    expect(bytes).toBeGreaterThan(3 * CHUNK.length);
    expect(endings).toEqual(['done']);
    await allClosed();
  });
});
