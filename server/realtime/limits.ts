/** Limits per client and network. Ordinary clients never reach them. */
export const FRAME_BYTES = 64 * 1024;
/** Of a frame: 20 filters, each with the names of 100 columns. */
export const FRAME_JSON = { levels: 64, values: 4_000 };
export const CHANNELS_PER_SOCKET = 20;
/** Per user and server. Each subscription can cause a query for every change. */
export const SUBSCRIPTIONS_PER_USER = 200;
/** The same for visitors, who have no name: of a network, and in total. */
export const VISITOR_SUBSCRIPTIONS = { network: 200, total: 1_000 };
export const SOCKETS_PER_NETWORK = 200;
/** A user's tabs and devices. */
export const SOCKETS_PER_USER = 30;
export const SOCKETS = 3_000;
/** Sent bytes that a client may leave unread. The events for 5,000 renamed files need less than half of it. */
export const UNREAD_BYTES = 8 * 1024 * 1024;
/** The same for all clients of a network, and in total: the slowest clients are dropped first. */
export const UNREAD = { total: 64 * 1024 * 1024, network: 24 * 1024 * 1024 };
/** Frames that wait while an earlier one is handled. */
export const WAITING_FRAMES = 100;
/** Above this, the connection is not read until its frames are handled. */
export const WAITING_BYTES = 2 * FRAME_BYTES;
export const JOINS = { max: 60, windowMs: 10_000 };
export const JOINS_PER_NETWORK = { max: 600, windowMs: 10_000 };
/** Browsers answer a ping within this time, even for a page in the background. */
export const PING_MS = 30_000;
/** Pings until a connection without a channel is closed. supabase-js joins at once, or disconnects. */
export const PINGS_WITHOUT_CHANNEL = 2;
/** supabase-js sends a heartbeat every 25 seconds; in a background page, browsers allow it once a minute. */
export const PINGS_WITHOUT_FRAME = 6;

/** Returns a function that counts a call for its key, and says whether it is within the limit. */
export function createRateLimit({ max, windowMs }: typeof JOINS): (key?: string) => boolean {
  let began = 0;
  const counts = new Map<string, number>();
  return (key = '') => {
    const now = Date.now();
    if (now - began > windowMs) {
      began = now;
      counts.clear();
    }
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= max;
  };
}
