import { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readDocument, UnreadableError } from './read-document.ts';

const failing = () =>
  new Readable({
    read() {
      this.destroy(new Error('EIO'));
    },
  });
const answers = async () => undefined;

test('a document whose read fails while the receiver still gets ready is unreadable', async () => {
  let opened = 0;
  const open = async () => {
    opened += 1;
    // As a connection that breaks off before anybody listens.
    return failing().resume();
  };
  const slowly = async (bytes: Readable) => {
    for (let turns = 0; turns < 5; turns += 1) await nextTurn();
    await buffer(bytes);
  };
  await expect(readDocument({ open, probe: answers }, slowly)).rejects.toThrow(UnreadableError);
  expect(opened).toBe(3);
});

test('a second attempt gets the bytes from the beginning', async () => {
  const sources = [failing(), Readable.from([Buffer.from('a '), Buffer.from('W-2')], { objectMode: false })];
  const open = async () => sources.shift() ?? failing();
  let received = '';
  const read = await readDocument({ open, probe: answers }, async (bytes) => {
    received = (await buffer(bytes)).toString();
  });
  expect(received).toBe('a W-2');
  expect(read).toEqual({
    size: 5,
    sha256: 'ab689d195edd727a6cf2d46de1a248b07676f6f6fe50b4e40bb1af1b1fbbdc6a',
  });
});

test('a source that doesn’t answer, and a receiver that fails, end the work at once', async () => {
  const down = new Error('The disk is gone.');
  const open = async () => failing();
  const probe = () => Promise.reject(down);
  await expect(readDocument({ open, probe }, async (bytes) => void (await buffer(bytes)))).rejects.toBe(down);

  const full = new Error('No space is left.');
  const disk = new Writable({ write: (_chunk, _encoding, done) => done(full) });
  let opened = 0;
  const good = async () => {
    opened += 1;
    return Readable.from([Buffer.from('a W-2')], { objectMode: false });
  };
  await expect(readDocument({ open: good, probe: answers }, (bytes) => pipeline(bytes, disk))).rejects.toBe(
    full,
  );
  expect(opened).toBe(1);
});
