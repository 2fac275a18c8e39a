import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { overTcp } from '../test-database.ts';

/** A proxy in front of PostgreSQL that notes the messages of its clients and can lose connections. */
export interface WireProxy {
  url: string;
  /** The letters of the messages since the last call, such as B (Bind), E (Execute), P (Parse), Q (Query), S (Sync). */
  takeMessages(): string;
  /** Drops the connection after this many more bytes, in the direction of the server or of the client. */
  cutAfter(bytes: number, to: 'server' | 'client'): void;
  close(): Promise<void>;
}

/** Connections must not be encrypted. */
export async function startWireProxy(target: string): Promise<WireProxy> {
  const { hostname, port } = overTcp(target);
  const open = new Set<Socket>();
  let messages = '';
  let left: { bytes: number; to: 'server' | 'client' } | undefined;

  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    const end = () => {
      for (const socket of [client, upstream]) {
        socket.destroy();
        open.delete(socket);
      }
    };
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', end).on('close', end);
    }
    const note = messageReader((letter) => {
      messages += letter;
    });
    const forward = (chunk: Buffer, to: 'server' | 'client', socket: Socket) => {
      if (left?.to !== to || chunk.length <= left.bytes) {
        if (left?.to === to) left.bytes -= chunk.length;
        socket.write(chunk);
        return;
      }
      const part = chunk.subarray(0, left.bytes);
      left = undefined;
      socket.write(part, end);
    };
    client.on('data', (chunk: Buffer) => {
      note(chunk);
      forward(chunk, 'server', upstream);
    });
    upstream.on('data', (chunk: Buffer) => forward(chunk, 'client', client));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    takeMessages() {
      const taken = messages;
      messages = '';
      return taken;
    },
    cutAfter(bytes, to) {
      left = { bytes, to };
    },
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Calls back with the letter of each message after the first, which has none. */
function messageReader(onMessage: (letter: string) => void): (chunk: Buffer) => void {
  let pending = Buffer.alloc(0);
  let letterLength = 0;
  return (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    for (;;) {
      if (pending.length < letterLength + 4) return;
      const length = letterLength + pending.readUInt32BE(letterLength);
      if (pending.length < length) return;
      if (letterLength === 1) onMessage(String.fromCharCode(pending[0] ?? 0));
      pending = pending.subarray(length);
      letterLength = 1;
    }
  };
}
