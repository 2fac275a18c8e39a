import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
} from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';

/** The credentials and documents that the attacker has. */
export interface Scene {
  port: number;
  publishableKey: string;
  /** A malicious client who is signed in. */
  token: string;
  userId: string;
  /** The keys of two documents of that client: one of several megabytes, and a smaller one. */
  largeFile: string;
  smallFile: string;
}

export interface Ask {
  path: string;
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Buffer;
  /** The credentials to use; 'none' sends none. */
  as?: 'client' | 'visitor' | 'none';
  /** The last number of the source loopback address; each counts as a separate network. */
  from?: number;
  /** Does not read the response. */
  unread?: boolean;
}

/** The tools of an abuse. All connections are cut when the time is over. */
export interface Weapons {
  scene: Scene;
  over: AbortSignal;
  /** Runs this many loops at once until the time is over. */
  inParallel(loops: number, work: (loop: number, round: number) => Promise<unknown>): Promise<void>;
  /** Resolves with the status when the response has been read; 0 if the connection broke. */
  ask(ask: Ask): Promise<number>;
  /** A bare connection. */
  dial(from?: number): Promise<Socket>;
  /** Sends the start of a request with a body of `length` bytes, on a new connection. */
  halfRequest(ask: Ask & { length: number }): Promise<Socket>;
  websocket(from?: number): Promise<WebSocket>;
  headersFor(as: Ask['as']): OutgoingHttpHeaders;
  /** Records a result: an HTTP status, or the name of an event. */
  saw(what: string | number): void;
  /** Resolves when the time is over. */
  wait(): Promise<void>;
}

const ATTACKER = 2;

export function createWeapons(scene: Scene, over: AbortSignal): Weapons & { seen: Record<string, number> } {
  const seen: Record<string, number> = {};
  const agents = new Map<number, Agent>();
  const open = new Set<{ destroy(): void }>();
  over.addEventListener('abort', () => {
    for (const one of open) one.destroy();
    for (const agent of agents.values()) agent.destroy();
  });

  const saw = (what: string | number) => {
    seen[what] = (seen[what] ?? 0) + 1;
  };
  const held = <T extends { destroy(): void }>(one: T): T => {
    if (over.aborted) one.destroy();
    open.add(one);
    return one;
  };
  const agentOf = (from: number) => {
    const agent = agents.get(from) ?? new Agent({ keepAlive: true, maxSockets: 256 });
    agents.set(from, agent);
    return agent;
  };
  const headersFor = (as: Ask['as'] = 'visitor'): OutgoingHttpHeaders => {
    if (as === 'none') return {};
    const bearer = as === 'client' ? scene.token : scene.publishableKey;
    return { apikey: scene.publishableKey, authorization: `Bearer ${bearer}` };
  };

  const ask = ({ path, method = 'GET', headers, body, as, from = ATTACKER, unread = false }: Ask) =>
    new Promise<number>((resolve) => {
      if (over.aborted) return resolve(0);
      const sent: ClientRequest = request({
        port: scene.port,
        host: '127.0.0.1',
        localAddress: `127.0.0.${from}`,
        path,
        method,
        agent: unread ? false : agentOf(from),
        headers: {
          ...headersFor(as),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
      });
      held(sent);
      const end = (status: number) => {
        open.delete(sent);
        resolve(status);
      };
      sent.on('response', (response: IncomingMessage) => {
        saw(response.statusCode ?? 0);
        response.on('error', () => end(0));
        response.on('close', () => end(response.statusCode ?? 0));
        if (!unread) response.resume();
      });
      sent.on('error', () => {
        if (!over.aborted) saw('cut off');
        end(0);
      });
      sent.end(body);
    });

  const dial = (from = ATTACKER) =>
    new Promise<Socket>((resolve) => {
      const socket = held(connect({ port: scene.port, host: '127.0.0.1', localAddress: `127.0.0.${from}` }));
      socket.on('error', () => undefined);
      socket.once('connect', () => saw('connected'));
      socket.once('close', () => {
        if (!over.aborted) saw('cut off');
        open.delete(socket);
      });
      socket.once('connect', () => resolve(socket));
      socket.once('close', () => resolve(socket));
    });

  return {
    scene,
    over,
    seen,
    saw,
    ask,
    dial,
    headersFor,
    async inParallel(loops, work) {
      await Promise.all(
        Array.from({ length: loops }, async (_, loop) => {
          for (let round = 0; !over.aborted; round++) {
            const began = performance.now();
            await work(loop, round);
            // After an immediate refusal, it doesn't retry a thousand times a second: the test is about the abuse.
            if (performance.now() - began < 2) await pause(10);
          }
        }),
      );
    },
    async halfRequest({ path, method = 'POST', headers, as, from, length, body = '' }) {
      const socket = await dial(from);
      const all = {
        host: 'portal',
        'content-type': 'application/json',
        'content-length': length,
        ...headersFor(as),
        ...headers,
      };
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
      socket.write(body);
      socket.once('data', (answer) => saw(Number(answer.toString('latin1').slice(9, 12))));
      return socket;
    },
    websocket: (from = ATTACKER) =>
      new Promise((resolve) => {
        const query = `apikey=${scene.publishableKey}&vsn=2.0.0`;
        const socket = new WebSocket(`ws://127.0.0.1:${scene.port}/realtime/v1/websocket?${query}`, {
          localAddress: `127.0.0.${from}`,
        });
        held({ destroy: () => socket.terminate() });
        socket.on('error', () => undefined);
        socket.once('open', () => saw('opened'));
        socket.once('unexpected-response', (_request, { statusCode }) => {
          saw(statusCode ?? 0);
          socket.terminate();
        });
        socket.once('close', () => {
          if (!over.aborted) saw('cut off');
          resolve(socket);
        });
        socket.once('open', () => resolve(socket));
      }),
    wait: () =>
      new Promise((resolve) => {
        if (over.aborted) resolve();
        else over.addEventListener('abort', () => resolve(), { once: true });
      }),
  };
}

/** One kind of attack. */
export interface Abuse {
  name: string;
  /** How long it runs, if longer than usual. */
  ms?: number;
  run(weapons: Weapons): Promise<unknown>;
}
