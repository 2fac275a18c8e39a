import type { FastifyBaseLogger } from 'fastify';
import type { RawData, WebSocket } from 'ws';
import type { Caller, Database } from '#server/database/database.ts';
import type { CallerByToken } from '#server/http/caller.ts';
import { outageOf } from '#server/http/errors.ts';
import type { Share } from '#server/http/load/quota.ts';
import { admit, Refusal } from './admission.ts';
import { type Channel, createChannel } from './channel.ts';
import { encodeFrame, type Frame, parseFrame, type Version } from './frames.ts';
import type { Hub } from './hub.ts';
import { parseJoin } from './join-request.ts';
import {
  CHANNELS_PER_SOCKET,
  createPace,
  type House,
  INTERESTS_PER_PERSON,
  JOINS,
  UNREAD_BYTES,
  WAITING_BYTES,
  WAITING_FRAMES,
} from './limits.ts';

export interface ConnectionOptions {
  socket: WebSocket;
  version: Version;
  /** Stands for whoever joins without a token. */
  apiKey: string;
  /** The pace of all that come from the same network. */
  mayJoin: () => boolean;
  /** Counts the connections of each person. */
  people: { enter(person: string): House | undefined };
  /** Counts what is sent and not read yet; undefined if that is too much. */
  takeUnread: (bytes: number) => Share | undefined;
  database: Database;
  callerByToken: CallerByToken;
  hub: Hub;
  log: FastifyBaseLogger;
}

const TOO_MANY = 'ChannelRateLimitReached: Too many channels';
const TOO_MANY_CONNECTIONS = 'ConnectionRateLimitReached: Too many connected users';
/** "Violates the policy": what no client of ours does. */
const CLOSE_POLICY = 1008;

/** Speaks the Phoenix protocol over one socket until it closes. Frames are worked on in the order they came. */
export function serveConnection(options: ConnectionOptions): { hasChannel: () => boolean } {
  const { socket, version, apiKey, hub, log } = options;
  const channels = new Map<string, Channel>();
  const mayJoin = createPace(JOINS);
  /** The people whose channels have been on it. */
  const heldBy = new Map<string, House>();
  let waiting = 0;
  let waitingBytes = 0;
  let worked = Promise.resolve();
  let lastId = 0;

  const send = (frame: Frame) => {
    if (socket.readyState !== socket.OPEN) return;
    // Whoever reads too slowly is let go, and fetches anew when it comes back.
    if (socket.bufferedAmount > UNREAD_BYTES) return socket.terminate();
    const text = encodeFrame(frame, version);
    const share = options.takeUnread(text.length);
    // A reader that has read everything is not the cause.
    if (!share && socket.bufferedAmount > 0) return socket.terminate();
    // It fails when the connection has ended, which is reported elsewhere.
    socket.send(text, () => share?.release());
  };
  const reply = ({ joinRef, ref, topic }: Frame, status: 'ok' | 'error', response: object) => {
    if (ref !== null) send({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } });
  };

  socket.on('message', (data: RawData, isBinary) => {
    const frame = parseFrame(asBuffer(data), isBinary, version);
    if (!frame || waiting >= WAITING_FRAMES) return socket.close(CLOSE_POLICY);
    waiting++;
    const { length } = asBuffer(data);
    waitingBytes += length;
    if (waitingBytes > WAITING_BYTES) socket.pause();
    worked = worked
      .then(() => handle(frame))
      .catch((error: unknown) => {
        log.error({ err: error }, 'a realtime message failed');
        const reason = outageOf(error)?.message ?? 'Something went wrong on our side.';
        reply(frame, 'error', { reason });
      })
      .finally(() => {
        waiting--;
        waitingBytes -= length;
        if (waitingBytes <= WAITING_BYTES && socket.isPaused) socket.resume();
      });
  });
  socket.on('close', () => {
    for (const channel of [...channels.values()]) channel.end();
    for (const house of heldBy.values()) house.leave();
    heldBy.clear();
  });
  // The socket closes itself; what is wrong with its frames is its client's concern.
  socket.on('error', (err) => log.debug({ err }, 'a realtime connection failed'));
  return { hasChannel: () => channels.size > 0 };

  async function handle(frame: Frame): Promise<void> {
    if (socket.readyState !== socket.OPEN) return;
    const { topic, event, joinRef } = frame;
    if (topic === 'phoenix' && event === 'heartbeat') return reply(frame, 'ok', {});
    if (event === 'phx_join') return join(frame);
    const channel = channels.get(topic);
    if (!channel) {
      // Whoever wants to leave what is already left has what was wanted.
      if (event === 'phx_leave') return reply(frame, 'ok', {});
      return reply(frame, 'error', { reason: 'unmatched topic' });
    }
    // Sent before the client knew that its former join had ended.
    if (joinRef !== null && joinRef !== channel.joinRef) return;
    if (event === 'phx_leave') {
      reply(frame, 'ok', {});
      send({ joinRef: channel.joinRef, ref: channel.joinRef, topic, event: 'phx_close', payload: {} });
      return channel.end();
    }
    if (event === 'access_token') return renew(channel, frame.payload);
    reply(frame, 'error', { reason: 'Broadcast and presence are not offered here' });
  }

  async function join(frame: Frame): Promise<void> {
    const { topic } = frame;
    // The client's ref of the join is the name that both give to what follows from it.
    const joinRef = frame.joinRef ?? frame.ref;
    const refuse = (reason: string) => reply(frame, 'error', { reason });
    channels.get(topic)?.end();
    if (!/^realtime:./s.test(topic)) return refuse('unmatched topic');
    if (!mayJoin() || !options.mayJoin())
      return refuse('ClientJoinRateLimitReached: Too many joins per second');
    if (channels.size >= CHANNELS_PER_SOCKET) return refuse(TOO_MANY);
    const request = parseJoin(frame.payload);
    if (!request) return refuse('The join can not be read');
    if (request.isPrivate) {
      return refuse(
        `Unauthorized: You do not have permissions to read from this Channel topic: ${topic.slice(9)}`,
      );
    }
    const token = request.token ?? apiKey;
    const wishes = request.changes.map((change) => ({ ...change, id: ++lastId }));
    const channel = createChannel({
      topic,
      joinRef,
      wishes,
      hub,
      push: (event, payload) => send({ joinRef, ref: null, topic, event, payload }),
      onEnd: () => {
        if (channels.get(topic) === channel) channels.delete(topic);
      },
    });
    const admitted = await admitOrRefuse(token, wishes, refuse);
    if (!admitted || socket.readyState !== socket.OPEN) return;
    if (isTooMuch(admitted.caller, admitted.interests.length)) return refuse(TOO_MANY);
    if (!mayHold(admitted.caller)) return refuse(TOO_MANY_CONNECTIONS);
    channels.set(topic, channel);
    channel.listen({ token, ...admitted });
    reply(frame, 'ok', { postgres_changes: wishes.map(({ id, given }) => ({ ...given, id })) });
    if (wishes.length === 0) return;
    if (admitted.problems.length === 0) channel.system('postgres_changes', 'ok', 'Subscribed to PostgreSQL');
    for (const problem of admitted.problems) channel.system('postgres_changes', 'error', problem);
  }

  async function renew(channel: Channel, payload: unknown): Promise<void> {
    const token: unknown =
      typeof payload === 'object' && payload !== null ? Reflect.get(payload, 'access_token') : undefined;
    if (typeof token !== 'string' || token === channel.token()) return;
    const admitted = await admitOrRefuse(token, channel.wishes, channel.shutDown);
    if (!admitted || socket.readyState !== socket.OPEN) return;
    // Without a session the library sends its key: after signing out, but also while a token could not be renewed.
    // What that means the session says, which is asked for with every change.
    if (admitted.caller.role === 'anon') return;
    channel.listen({ token, ...admitted });
    // It may be another person's now.
    if (isTooMuch(admitted.caller, 0)) channel.shutDown(TOO_MANY);
    else if (!mayHold(admitted.caller)) channel.shutDown(TOO_MANY_CONNECTIONS);
  }

  /** Whether the person may have this connection too. */
  function mayHold({ claims: { sub } }: Caller): boolean {
    if (sub === undefined || heldBy.has(sub)) return true;
    const house = options.people.enter(sub);
    if (house) heldBy.set(sub, house);
    return house !== undefined;
  }

  function isTooMuch({ claims: { sub } }: Caller, more: number): boolean {
    return sub !== undefined && hub.interestsOf(sub) + more > INTERESTS_PER_PERSON;
  }

  async function admitOrRefuse(token: string, wishes: Channel['wishes'], refuse: (reason: string) => void) {
    try {
      return await admit(options, token, wishes);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refuse(error.message);
      return undefined;
    }
  }
}

function asBuffer(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}
