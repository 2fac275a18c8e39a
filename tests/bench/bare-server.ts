import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import { pipeline } from 'node:stream/promises';

/**
 * The baseline for encrypted files: pipes the request through a cipher into a synced file, and back. No names,
 * permissions, integrity checks or ranges. Prints its port.
 */
const path = process.argv[2] ?? '';
const key = randomBytes(32);
const nonce = randomBytes(12);
let tag = Buffer.alloc(16);

const server = createServer(async (request, response) => {
  if (request.method === 'GET') {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAuthTag(tag);
    await pipeline(createReadStream(path), decipher, response);
    return;
  }
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  await pipeline(request, cipher, createWriteStream(path, { flush: true }));
  tag = cipher.getAuthTag();
  response.end('{}');
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
