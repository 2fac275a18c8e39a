import { open, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

/**
 * The minimum for durable small files: one synced file for each. No encryption, names or permissions. Prints its port.
 */
const base = process.argv[2] ?? '';

const server = createServer(async (request, response) => {
  const path = `${base}-${(request.url ?? '').replace(/[^a-z0-9]/g, '')}`;
  if (request.method === 'GET') {
    response.end(await readFile(path));
    return;
  }
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const file = await open(path, 'w');
  await file.writeFile(Buffer.concat(parts));
  await file.sync();
  await file.close();
  response.end('{}');
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
