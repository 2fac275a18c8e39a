import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { StorageError } from '../../errors.ts';
import { readUpload } from './read-upload.ts';

const PIECE = 8 * 1024;

/**
 * A form whose first part is not read. With 64 KB of it waiting, the parser goes on with the next part in another tick;
 * its headers begin in one piece and end in the next one.
 */
function formThatPauses(): Buffer {
  const begin = '--b\r\nx: y\r\n\r\n';
  const middle = '\r\n--b\r\n';
  const unread = 'u'.repeat(9 * PIECE - begin.length - middle.length - 100);
  const headers = `x: ${'p'.repeat(500)}\r\ncontent-disposition: form-data; name=""; filename="a.exe"\r\n`;
  return Buffer.from(`${begin}${unread}${middle}${headers}content-type: text/x-no\r\n\r\nbytes\r\n--b--\r\n`);
}

test('a type that is refused is an answer, whenever the parser finds it', async () => {
  const setTimeout = () => undefined;
  const raw = Object.assign(Readable.from([formThatPauses()]), { setTimeout, socket: { setTimeout } });
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const refused = readUpload({ headers, raw } as unknown as FastifyRequest, (mimetype) => {
    throw new StorageError('InvalidMimeType', { message: mimetype });
  });
  await expect(refused).rejects.toThrow('text/x-no');
});
