import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { englishReader } from '#server/language/readers.ts';
import { sendArchive } from './packing.ts';

const CHUNK = Buffer.alloc(64 * 1024, 'x');

let opened: Readable[];
beforeEach(() => {
  opened = [];
});

const files = ['a', 'b', 'c'].map((id) => ({ id, path: `${id}.pdf` }));
const order: Parameters<typeof sendArchive>[0] = {
  name: 'folder.zip',
  caller: { role: 'authenticated', claims: { role: 'authenticated' } },
  userId: 'user',
  folder: '',
  files,
  folders: [],
  missing: [],
  missingCount: 0,
  bytes: 0,
};
const rows = files.map(({ id }) => ({ id, blob_id: id, created_at: new Date() }));
const database = {
  runAs: async () => ({ rows, rowCount: rows.length }),
  query: async () => ({ rows: [], rowCount: 0 }),
} as Partial<Database> as Database;

function send(content: () => Iterable<Buffer> | AsyncIterable<Buffer>) {
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
  return sendArchive(order, sources).getReader();
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
  });

  it('closes all files while the store does not respond', async () => {
    const reader = send(async function* () {
      yield CHUNK;
      await new Promise(() => undefined);
    });
    await reader.read();
    await reader.cancel();
    await allClosed();
  });

  it('fails with the database and closes all files', async () => {
    const reader = sendArchive(order, {
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
  });

  it('ends after its last byte, with all files closed', async () => {
    const reader = send(() => [CHUNK]);
    let bytes = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.length;
    }
    expect(bytes).toBeGreaterThan(3 * CHUNK.length);
    await allClosed();
  });
});
