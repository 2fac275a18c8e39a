import { randomUUID } from 'node:crypto';
import type { Abuse } from './weapons.ts';

/** Combining marks of two classes: sorting them takes quadratic time. */
const MARKS = `a${'\u0301'.repeat(60_000)}${'\u0316'.repeat(60_000)}`;
const BUCKET = 'user-documents';
const base64 = (text: string) => Buffer.from(text).toString('base64');

export const storageAbuses: readonly Abuse[] = [
  {
    name: 'normalization: list, by visitors',
    run: ({ inParallel, ask }) =>
      inParallel(8, () =>
        ask({
          method: 'POST',
          path: `/storage/v1/object/list/${BUCKET}`,
          body: JSON.stringify({ prefix: '', search: MARKS }),
        }),
      ),
  },
  {
    name: 'normalization: every storage call, by a client',
    run: ({ inParallel, ask, scene: { userId } }) => {
      const at = (path: string, body: object, method = 'POST') => ({
        method,
        path: `/storage/v1/object/${path}`,
        body: JSON.stringify(body),
      });
      const calls = [
        at(`list/${BUCKET}`, { prefix: MARKS }),
        at(`list-v2/${BUCKET}`, { prefix: MARKS }),
        at('move', { bucketId: BUCKET, sourceKey: MARKS, destinationKey: `${userId}/${MARKS}` }),
        at('copy', { bucketId: BUCKET, sourceKey: MARKS, destinationKey: `${userId}/${MARKS}` }),
        at(`sign/${BUCKET}`, { expiresIn: 60, paths: [MARKS] }),
        at(BUCKET, { prefixes: [MARKS] }, 'DELETE'),
      ];
      return inParallel(calls.length, (loop) => ask({ ...(calls[loop] ?? at('', {})), as: 'client' }));
    },
  },
  {
    name: 'normalization: archive, by a client',
    run: ({ inParallel, ask, scene: { userId } }) =>
      inParallel(4, () =>
        ask({
          method: 'POST',
          path: '/functions/v1/archive',
          as: 'client',
          body: JSON.stringify({ owner_id: userId, paths: Array.from({ length: 10 }, () => MARKS) }),
        }),
      ),
  },
  {
    name: 'downloads that are not read',
    run: ({ inParallel, ask, scene: { largeFile } }) =>
      inParallel(150, () =>
        ask({ path: `/storage/v1/object/${BUCKET}/${largeFile}`, as: 'client', unread: true }),
      ),
  },
  {
    name: 'ranges, many and tiny',
    run: ({ inParallel, ask, scene: { largeFile } }) => {
      const many = Array.from({ length: 1000 }, (_, i) => `${i * 3}-${i * 3 + 1}`).join(',');
      return inParallel(24, (loop, round) =>
        ask({
          path: `/storage/v1/object/${BUCKET}/${largeFile}`,
          as: 'client',
          headers: { range: loop % 2 ? `bytes=${many}` : `bytes=${round}-${round}` },
        }),
      );
    },
  },
  {
    name: 'uploads that stop in the middle',
    run: async ({ halfRequest, wait, scene: { userId } }) => {
      const body = 'tax papers '.repeat(40_000);
      await Promise.all(
        Array.from({ length: 150 }, (_, i) =>
          halfRequest({
            path: `/storage/v1/object/${BUCKET}/${userId}/slow-${i}.txt`,
            as: 'client',
            headers: { 'content-type': 'text/plain' },
            length: 100_000_000,
            body,
          }),
        ),
      );
      await wait();
    },
  },
  {
    name: 'endless uploads, by visitors',
    run: async ({ inParallel, halfRequest }) =>
      inParallel(16, async (_, round) => {
        const socket = await halfRequest({
          path: `/storage/v1/object/${BUCKET}/nobody/${round}.txt`,
          headers: { 'content-type': 'text/plain' },
          length: 4_000_000_000,
        });
        const piece = Buffer.alloc(64 * 1024, 'x');
        await new Promise<void>((resolve) => {
          const send = () => void (socket.destroyed || socket.write(piece, send));
          socket.once('close', () => resolve());
          send();
        });
      }),
  },
  {
    name: 'forms of a thousand parts',
    run: ({ inParallel, ask, scene: { userId } }) => {
      const part = (i: number) =>
        `--x\r\ncontent-disposition: form-data; name="f${i}"\r\n\r\n${'v'.repeat(1000)}\r\n`;
      const body = `${Array.from({ length: 1000 }, (_, i) => part(i)).join('')}--x--\r\n`;
      return inParallel(16, () =>
        ask({
          method: 'POST',
          path: `/storage/v1/object/${BUCKET}/${userId}/form.txt`,
          as: 'client',
          headers: { 'content-type': 'multipart/form-data; boundary=x' },
          body,
        }),
      );
    },
  },
  {
    name: 'resumable: uploads without end, piece by piece',
    run: ({ inParallel, ask, scene: { userId } }) =>
      inParallel(24, async () => {
        const name = base64(`${userId}/${randomUUID()}.txt`);
        await ask({
          method: 'POST',
          path: '/storage/v1/upload/resumable',
          as: 'client',
          headers: {
            'tus-resumable': '1.0.0',
            'upload-length': '1000000',
            'upload-metadata': `bucketName ${base64(BUCKET)},objectName ${name},contentType ${base64('text/plain')}`,
            'content-type': 'application/offset+octet-stream',
          },
          body: 'x',
        });
      }),
  },
  {
    name: 'a document renamed as fast as can be, and listened to',
    run: async ({ inParallel, ask, websocket, scene: { userId, smallFile, token } }) => {
      const socket = await websocket();
      const filters = Array.from({ length: 20 }, (_, i) => ({
        event: '*',
        schema: 'public',
        table: 'file_uploads',
        filter: `file_size=gt.${i}`,
      }));
      for (let i = 0; i < 10; i++) {
        const topic = `realtime:r${i}`;
        const join = { access_token: token, config: { postgres_changes: filters } };
        socket.send(JSON.stringify([`${i}`, `${i}`, topic, 'phx_join', join]));
      }
      const move = (from: string, to: string) =>
        ask({
          method: 'POST',
          path: '/storage/v1/object/move',
          as: 'client',
          body: JSON.stringify({ bucketId: BUCKET, sourceKey: from, destinationKey: to }),
        });
      await inParallel(1, async () => {
        await move(smallFile, `${userId}/renamed.txt`);
        await move(`${userId}/renamed.txt`, smallFile);
      });
    },
  },
];
