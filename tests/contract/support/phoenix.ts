import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { PUBLISHABLE_KEY, type TestPortal } from '#tests/support/server/portal.ts';
import { eventually } from '#tests/support/waiting.ts';

export interface Message {
  joinRef: unknown;
  ref: unknown;
  topic: unknown;
  event: unknown;
  payload: Record<string, unknown>;
}

/** The protocol without supabase-js: what is really on the wire. */
export interface Wire {
  socket: WebSocket;
  received: Message[];
  /** Sends, and waits for the answer to it. */
  ask(event: string, payload?: unknown, topic?: string): Promise<Message>;
  /** Sends without waiting. */
  say(event: string, payload: unknown, topic?: string): void;
  gets(condition: (message: Message) => boolean): Promise<Message>;
  /** Waits for the end; the code that the server gave. */
  ended(): Promise<number>;
}

export const TOPIC = 'realtime:room';

export const files = { postgres_changes: [{ event: '*', schema: 'public', table: 'file_uploads' }] };

export function websocketUrl({ url }: Pick<TestPortal, 'url'>, query: Record<string, string>): string {
  return `${url.replace(/^http/, 'ws')}/realtime/v1/websocket?${new URLSearchParams(query)}`;
}

export async function openWire(
  portal: Pick<TestPortal, 'url'>,
  vsn: '1.0.0' | '2.0.0' = '2.0.0',
): Promise<Wire> {
  const socket = new WebSocket(websocketUrl(portal, { apikey: PUBLISHABLE_KEY, vsn }));
  const received: Message[] = [];
  let code: number | undefined;
  let lastRef = 0;
  let joinRef: string | null = null;
  socket.on('message', (data) => {
    const value = JSON.parse(String(data));
    const [joined, ref, topic, event, payload] =
      vsn === '2.0.0' ? value : [value.join_ref, value.ref, value.topic, value.event, value.payload];
    received.push({ joinRef: joined, ref, topic, event, payload });
  });
  socket.on('close', (given) => {
    code = given;
  });
  // A refused frame ends the connection, and that is what tests look at.
  socket.on('error', () => undefined);
  await once(socket, 'open');
  onTestFinished(() => socket.terminate());

  const gets: Wire['gets'] = (condition) => eventually(async () => received.find(condition));
  const say: Wire['say'] = (event, payload, topic = TOPIC) => {
    const ref = String(++lastRef);
    if (event === 'phx_join') joinRef = ref;
    socket.send(
      JSON.stringify(
        vsn === '2.0.0'
          ? [joinRef, ref, topic, event, payload]
          : { topic, event, payload, ref, join_ref: joinRef },
      ),
    );
  };
  return {
    socket,
    received,
    gets,
    say,
    ask: (event, payload = {}, topic = TOPIC) => {
      say(event, payload, topic);
      const ref = String(lastRef);
      return gets((message) => message.event === 'phx_reply' && message.ref === ref);
    },
    ended: () => eventually(async () => code),
  };
}
