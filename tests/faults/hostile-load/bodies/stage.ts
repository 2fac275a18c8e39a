import { Agent, get, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { createPerson, type Person } from '#tests/support/people.ts';
import { freePort, PUBLISHABLE_KEY, settingsFor } from '#tests/support/server/portal.ts';
import { prepareServer } from '#tests/support/server/server-process.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import type { Route } from './frames.ts';

export const callers = ['visitor', 'client', 'super'] as const;
export type CallerName = (typeof callers)[number];

export interface Message {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: Buffer;
  /** Sent over a websocket at the path, in place of a body. */
  frame?: Buffer;
}

export interface Reply {
  /** Of HTTP; 101 or the code of closing of a websocket; 0 if the connection broke. */
  status: number;
  /** The beginning of the body. */
  text: string;
}

export interface Stage {
  url: string;
  database: TestDatabase;
  routes(): Promise<Route[]>;
  userId(as: CallerName): string;
  token(as: CallerName): string;
  /** Signs in again, if a message ended the session. */
  renew(as: CallerName): Promise<void>;
  /** Resolves when the answer has come whole. */
  send(as: CallerName, message: Message): Promise<Reply>;
  /** How long the server has worked without a pause since the last call, in milliseconds. */
  gap(): Promise<number>;
  close(): Promise<void>;
}

/** A server with the probe, without rate limits: they would end the work that is measured. */
export async function openStage(): Promise<Stage> {
  const database = await createTestDatabase();
  const port = await freePort();
  const env = {
    ...settingsFor(database),
    STAFF_MFA: 'optional',
    LOG_LEVEL: 'fatal',
    PROBE_PORT: String(port),
    NODE_OPTIONS: `--import=${fileURLToPath(new URL('probe.mjs', import.meta.url))}`,
  };
  const server = await prepareServer({ env, siteFolder: undefined });
  await server.start();
  const { url } = server;
  const agent = new Agent({ keepAlive: true });
  const people: Partial<Record<CallerName, { person: Person; token: string }>> = {};

  const token = (as: CallerName) => people[as]?.token ?? PUBLISHABLE_KEY;
  const headers = (as: CallerName) => ({ apikey: PUBLISHABLE_KEY, authorization: `Bearer ${token(as)}` });
  const renew = async (as: CallerName) => {
    const one = people[as];
    if (!one || (await fetch(`${url}/auth/v1/user`, { headers: headers(as) })).ok) return;
    const { email, password, client } = one.person;
    const { data, error } = await client.auth.signInWithPassword({ email, password });
    if (error) throw error;
    one.token = data.session.access_token;
  };
  for (const role of ['client', 'super'] as const) {
    people[role] = { person: await createPerson({ url, database }, { role }), token: 'none' };
    await renew(role);
  }
  const ask = (path: string) =>
    new Promise<unknown>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path, agent: false }, async (response) =>
        resolve(JSON.parse((await response.toArray()).join(''))),
      ).on('error', reject);
    });
  return {
    url,
    database,
    token,
    renew,
    userId: (as) => people[as]?.person.id ?? '',
    routes: async () => (await ask('/routes')) as Route[],
    gap: async () => (await ask('/gap')) as number,
    send: (as, { method, path, headers: more, body, frame }) =>
      new Promise((resolve) => {
        if (frame) return sendFrame(url + path, frame, resolve);
        const sent = request(url + path, {
          method,
          agent,
          headers: {
            ...headers(as),
            'content-type': 'application/json',
            ...(body && { 'content-length': body.length }),
            ...more,
          },
        });
        sent.on('response', (response) => {
          let text = '';
          response.on('data', (chunk) => {
            text ||= String(chunk);
          });
          response.on('close', () => resolve({ status: response.statusCode ?? 0, text }));
        });
        sent.on('error', () => resolve({ status: 0, text: '' }));
        sent.end(body);
      }),
    async close() {
      agent.destroy();
      await server.remove();
      await database.drop();
    },
  };
}

/** Resolves with 101 if the server replied, and with the code if it closed the connection. */
function sendFrame(url: string, frame: Buffer, resolve: (reply: Reply) => void): void {
  const end = (status: number) => resolve({ status, text: '' });
  const socket = new WebSocket(url.replace('http', 'ws'));
  socket.on('open', () => socket.send(frame, { binary: false }));
  socket.on('message', () => {
    end(101);
    socket.close();
  });
  socket.on('close', end);
  socket.on('error', () => end(0));
}
