import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { PUBLISHABLE_KEY, type SharedPortal } from '#tests/support/server/portal.ts';
import { eventually } from '#tests/support/waiting.ts';

export interface Message {
  joinRef: unknown;
  ref: unknown;
  topic: unknown;
  event: unknown;
  payload: Record<string, unknown>;
}

/** A client for the Phoenix protocol without supabase-js. */
export interface PhoenixClient {
  socket: WebSocket;
  received: Message[];
  /** Sends a message and waits for its reply. */
  request(event: string, payload?: unknown, topic?: string): Promise<Message>;
  /** Sends without waiting. */
  send(event: string, payload: unknown, topic?: string): void;
  waitForMessage(condition: (message: Message) => boolean): Promise<Message>;
  /** Waits until the connection closes. Returns the close code. */
  closeCode(): Promise<number>;
}

export const TOPIC = 'realtime:room';

export const files = { postgres_changes: [{ event: '*', schema: 'public', table: 'file_uploads' }] };

export function websocketUrl({ url }: Pick<SharedPortal, 'url'>, query: Record<string, string>): string {
  return `${url.replace(/^http/, 'ws')}/realtime/v1/websocket?${new URLSearchParams(query)}`;
}

export async function connectPhoenix(
  portal: Pick<SharedPortal, 'url'>,
  vsn: '1.0.0' | '2.0.0' = '2.0.0',
): Promise<PhoenixClient> {
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
  // Tests check the close code, not the error.
  socket.on('error', () => undefined);
  await once(socket, 'open');
  onTestFinished(() => socket.terminate());

  const waitForMessage: PhoenixClient['waitForMessage'] = (condition) =>
    eventually(async () => received.find(condition));
  const send: PhoenixClient['send'] = (event, payload, topic = TOPIC) => {
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
    waitForMessage,
    send,
    request: (event, payload = {}, topic = TOPIC) => {
      send(event, payload, topic);
      const ref = String(lastRef);
      return waitForMessage((message) => message.event === 'phx_reply' && message.ref === ref);
    },
    closeCode: () => eventually(async () => code),
  };
}
