import type { FastifyBaseLogger } from 'fastify';
import type { WebSocket } from 'ws';
import type { Caller, Database } from '#server/database/database.ts';
import type { CallerByToken } from '#server/http/caller.ts';
import { outageOf } from '#server/http/errors.ts';
import type { LimitKey, Permit, Quota } from '#server/http/load/quota.ts';
import { accessRefusal, authorizeJoin } from './authorize-join.ts';
import { type Channel, createChannel } from './channel.ts';
import { encodeFrame, type Frame, parseFrame, type Version } from './frames.ts';
import type { Hub } from './hub.ts';
import { parseJoin } from './join-request.ts';
import {
  CHANNELS_PER_SOCKET,
  createRateLimit,
  JOINS,
  PING_MS,
  PINGS_WITHOUT_CHANNEL,
  PINGS_WITHOUT_FRAME,
  SUBSCRIPTIONS_PER_USER,
  UNREAD_BYTES,
  WAITING_BYTES,
  WAITING_FRAMES,
} from './limits.ts';

interface Options {
  socket: WebSocket;
  version: Version;
  /** The token for joins without one. */
  apiKey: string;
  /** Where the connection is from. */
  from: Pick<LimitKey, 'network' | 'site'>;
  /** Limits the joins of each network. */
  mayJoin: (network: string) => boolean;
  /** Limits the connections per user. */
  users: Quota;
  /** Counts what visitors subscribe to. */
  visitors: Quota;
  /** Counts bytes that are sent and not read yet. */
  unread: Quota;
  database: Database;
  callerByToken: CallerByToken;
  hub: Hub;
  log: FastifyBaseLogger;
}

const TOO_MANY_CHANNELS = 'ChannelRateLimitReached: Too many channels';
const TOO_MANY_CONNECTIONS = 'ConnectionRateLimitReached: Too many connected users';
/** WebSocket close code "policy violation". Our own clients never cause it. */
const CLOSE_POLICY = 1008;

/** Speaks the Phoenix protocol over a socket until it closes. Handles frames in order. */
export function serveConnection(options: Options): void {
  const { socket, version, apiKey, from, hub, log } = options;
  const { network } = from;
  const channels = new Map<string, Channel>();
  const mayJoin = createRateLimit(JOINS);
  /** The users who have joined channels on this socket. */
  const userSlots = new Map<string, Permit>();
  let queuedFrames = 0;
  let queuedBytes = 0;
  let handled = Promise.resolve();
  let lastId = 0;

  const send = (frame: Frame) => {
    if (socket.readyState !== socket.OPEN) return;
    // Drops clients that read too slowly. They load everything again when they reconnect.
    if (socket.bufferedAmount > UNREAD_BYTES) return socket.terminate();
    const text = encodeFrame(frame, version);
    const permit = options.unread.take({ network }, text.length);
    // The total is too high, but only a client with unread data is a cause.
    if (!permit && socket.bufferedAmount > 0) return socket.terminate();
    // Fails only if the connection has closed, which is handled elsewhere.
    socket.send(text, () => permit?.release());
  };
  const reply = ({ joinRef, ref, topic }: Frame, status: 'ok' | 'error', response: object) => {
    if (ref !== null) send({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } });
  };

  socket.on('message', (data: Buffer, isBinary) => {
    const frame = parseFrame(data, isBinary, version);
    if (!frame || queuedFrames >= WAITING_FRAMES) return socket.close(CLOSE_POLICY);
    queuedFrames++;
    const { length } = data;
    queuedBytes += length;
    if (queuedBytes > WAITING_BYTES) socket.pause();
    handled = handled
      .then(() => handle(frame))
      .catch((error: unknown) => {
        log.error({ err: error }, 'a realtime message failed');
        const reason = outageOf(error)?.message ?? 'Something went wrong on our end.';
        reply(frame, 'error', { reason });
      })
      .finally(() => {
        queuedFrames--;
        queuedBytes -= length;
        if (queuedBytes <= WAITING_BYTES && socket.isPaused) socket.resume();
      });
  });
  socket.on('close', () => {
    for (const channel of [...channels.values()]) channel.end();
    for (const slot of userSlots.values()) slot.release();
    userSlots.clear();
  });
  // The socket closes after an error. Bad frames are the client's problem.
  socket.on('error', (err) => log.debug({ err }, 'a realtime connection failed'));
  startHeartbeat(socket, () => channels.size > 0);

  async function handle(frame: Frame): Promise<void> {
    if (socket.readyState !== socket.OPEN) return;
    const { topic, event, joinRef } = frame;
    if (topic === 'phoenix' && event === 'heartbeat') return reply(frame, 'ok', {});
    if (event === 'phx_join') return join(frame);
    const channel = channels.get(topic);
    if (!channel) {
      // The channel was left already.
      if (event === 'phx_leave') return reply(frame, 'ok', {});
      return reply(frame, 'error', { reason: 'unmatched topic' });
    }
    // Sent before the client knew that its earlier join had ended.
    if (joinRef !== null && joinRef !== channel.joinRef) return;
    if (event === 'phx_leave') {
      reply(frame, 'ok', {});
      send({ joinRef: channel.joinRef, ref: channel.joinRef, topic, event: 'phx_close', payload: {} });
      return channel.end();
    }
    if (event === 'access_token') return updateToken(channel, frame);
    reply(frame, 'error', { reason: 'Broadcast and presence are not offered here' });
  }

  async function join(frame: Frame): Promise<void> {
    const { topic } = frame;
    // The ref of the join identifies all later messages of the channel.
    const joinRef = frame.joinRef ?? frame.ref;
    const reject = (reason: string) => reply(frame, 'error', { reason });
    channels.get(topic)?.end();
    if (!/^realtime:./s.test(topic)) return reject('unmatched topic');
    if (!mayJoin() || !options.mayJoin(network))
      return reject('ClientJoinRateLimitReached: Too many joins per second');
    if (channels.size >= CHANNELS_PER_SOCKET) return reject(TOO_MANY_CHANNELS);
    const request = parseJoin(frame.payload);
    if (!request) return reject('The join can not be read');
    if (request.isPrivate) {
      return reject(
        `Unauthorized: You do not have permissions to read from this Channel topic: ${topic.slice(9)}`,
      );
    }
    const token = request.token ?? apiKey;
    const bindings = request.changes.map((change) => ({ ...change, id: ++lastId }));
    let permit: Permit | undefined;
    const channel = createChannel({
      topic,
      joinRef,
      bindings,
      hub,
      push: (event, payload) => send({ joinRef, ref: null, topic, event, payload }),
      onEnd: () => {
        permit?.release();
        if (channels.get(topic) === channel) channels.delete(topic);
      },
    });
    const authorized = await authorizeOrReject(token, bindings, reject);
    if (!authorized || socket.readyState !== socket.OPEN) return;
    if (exceedsSubscriptions(authorized.caller, authorized.subscriptions.length))
      return reject(TOO_MANY_CHANNELS);
    if (!acquireUserSlot(authorized.caller)) return reject(TOO_MANY_CONNECTIONS);
    if (authorized.caller.role === 'anon') {
      permit = options.visitors.take(from, authorized.subscriptions.length);
      if (!permit) return reject(TOO_MANY_CHANNELS);
    }
    channels.set(topic, channel);
    channel.subscribe({ token, ...authorized });
    reply(frame, 'ok', { postgres_changes: bindings.map(({ id, given }) => ({ ...given, id })) });
    if (bindings.length === 0) return;
    if (authorized.errors.length === 0) channel.system('postgres_changes', 'ok', 'Subscribed to PostgreSQL');
    for (const message of authorized.errors) channel.system('postgres_changes', 'error', message);
  }

  async function updateToken(channel: Channel, { topic, payload }: Frame): Promise<void> {
    const token: unknown =
      typeof payload === 'object' && payload !== null ? Reflect.get(payload, 'access_token') : undefined;
    if (typeof token !== 'string' || token === channel.token()) return;
    const authorized = await authorizeOrReject(token, channel.bindings, channel.close);
    // It may have ended meanwhile.
    if (!authorized || channels.get(topic) !== channel) return;
    // Without a session supabase-js sends its API key: after signing out, but also if a token could not be refreshed.
    // Keep the channel: each change checks the session anyway.
    if (authorized.caller.role === 'anon') return;
    channel.subscribe({ token, ...authorized });
    // The token may belong to another user.
    if (exceedsSubscriptions(authorized.caller, 0)) channel.close(TOO_MANY_CHANNELS);
    else if (!acquireUserSlot(authorized.caller)) channel.close(TOO_MANY_CONNECTIONS);
  }

  /** Counts this connection for the user; false if the user has too many. */
  function acquireUserSlot({ claims: { sub } }: Caller): boolean {
    if (sub === undefined || userSlots.has(sub)) return true;
    const slot = options.users.take({ network, person: sub }, 1);
    if (slot) userSlots.set(sub, slot);
    return slot !== undefined;
  }

  function exceedsSubscriptions({ claims: { sub } }: Caller, more: number): boolean {
    return sub !== undefined && hub.subscriptionCount(sub) + more > SUBSCRIPTIONS_PER_USER;
  }

  async function authorizeOrReject(
    token: string,
    bindings: Channel['bindings'],
    reject: (reason: string) => void,
  ) {
    try {
      return await authorizeJoin(options, token, bindings);
    } catch (error) {
      const refusal = accessRefusal(error);
      if (refusal === undefined) throw error;
      reject(refusal);
      return undefined;
    }
  }
}

/** Pings the client. Closes connections that are dead, have no channel, or send nothing but pongs. */
export function startHeartbeat(websocket: WebSocket, hasChannel: () => boolean): void {
  let answered = true;
  let withoutChannel = 0;
  let withoutFrame = 0;
  const timer = setInterval(() => {
    if (!answered) return websocket.terminate();
    withoutChannel = hasChannel() ? 0 : withoutChannel + 1;
    withoutFrame += 1;
    if (withoutChannel >= PINGS_WITHOUT_CHANNEL || withoutFrame >= PINGS_WITHOUT_FRAME) {
      return websocket.close(CLOSE_POLICY);
    }
    answered = false;
    websocket.ping();
  }, PING_MS);
  websocket.on('pong', () => {
    answered = true;
  });
  websocket.on('message', () => {
    answered = true;
    withoutFrame = 0;
  });
  websocket.on('close', () => clearInterval(timer));
}
