/** What one browser, or one house, may ask of a server. None of it is met by an honest one. */
export const FRAME_BYTES = 64 * 1024;
export const CHANNELS_PER_SOCKET = 20;
/** Of all that one person listens to on a server: each may be a question to the database at every change. */
export const INTERESTS_PER_PERSON = 200;
export const SOCKETS_PER_NETWORK = 200;
/** Tabs and devices of one person. */
export const SOCKETS_PER_PERSON = 30;
export const SOCKETS = 3_000;
/** What a slow reader may leave lying in our memory: a folder of 5,000 renamed files is less than half of it. */
export const UNREAD_BYTES = 8 * 1024 * 1024;
/** The same for all readers of a network, and of the process: the slowest readers are dropped first. */
export const UNREAD = { total: 64 * 1024 * 1024, network: 24 * 1024 * 1024 };
/** Frames that wait while an earlier one is being worked on. */
export const WAITING_FRAMES = 100;
/** Above this, nothing more is read from a connection until its frames are processed. */
export const WAITING_BYTES = 2 * FRAME_BYTES;
export const JOINS = { most: 60, inMs: 10_000 };
export const JOINS_PER_NETWORK = { most: 600, inMs: 10_000 };
/** A browser answers within one of them, also from a page in the background. */
export const PING_MS = 30_000;
/** Pings after which a connection without a channel is closed; the library joins at once, or leaves by itself. */
export const PINGS_WITHOUT_CHANNEL = 2;
/**
 * Pings after which one must have sent something itself. The library sends a heartbeat every 25 seconds; a browser
 * lets a page in the background do so once a minute.
 */
export const PINGS_WITHOUT_FRAME = 6;

/** Says whether one more is still within the pace. */
export function createPace({ most, inMs }: { most: number; inMs: number }): () => boolean {
  let began = 0;
  let count = 0;
  return () => {
    const now = Date.now();
    if (now - began > inMs) {
      began = now;
      count = 0;
    }
    count++;
    return count <= most;
  };
}

export interface House {
  mayJoin: () => boolean;
  leave: () => void;
}

/** Counts what is open, and how fast it joins, by the network that it comes from. */
export function createHouses(
  most: number,
  joins: { most: number; inMs: number },
): { enter(network: string): House | undefined } {
  const houses = new Map<string, { open: number; mayJoin: () => boolean }>();
  return {
    enter: (network) => {
      const house = houses.get(network) ?? { open: 0, mayJoin: createPace(joins) };
      if (house.open >= most) return undefined;
      house.open++;
      houses.set(network, house);
      return {
        mayJoin: house.mayJoin,
        leave: () => {
          house.open--;
          if (house.open === 0) houses.delete(network);
        },
      };
    },
  };
}
