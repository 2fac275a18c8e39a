/** What one process holds for others at the same time. Sizes are in bytes, times in milliseconds. */

/** A call of the API by a signed-in person, or by the service. */
export const JSON_BODY_BYTES = 1024 * 1024;
/** By everyone else: the longest contact message, in letters of four bytes, with room to spare. */
export const ANONYMOUS_BODY_BYTES = 64 * 1024;

/** Bodies that are read whole. One of each size must always fit. */
export const BODIES = { total: 48 * 1024 * 1024, network: 9 * 1024 * 1024, person: 9 * 1024 * 1024 };
/** Answers that are complete but not taken yet. */
export const ANSWERS = { total: 64 * 1024 * 1024, network: 16 * 1024 * 1024, person: 16 * 1024 * 1024 };
/** Smaller ones are held by the operating system, not by us. */
export const COUNTED_ANSWER_BYTES = 16 * 1024;
/** Requests in progress. A browser sends six at a time; a proxy sends some dozens. */
export const REQUESTS = { total: 2_000, network: 96, person: 64 };
/** Documents being sent or received: each holds a megabyte of segments. */
export const STREAMS = { total: 160, network: 64, person: 24 };
/** Zips being sent, each with two open documents. */
export const ARCHIVES = { total: 24, network: 8 };
/** Connections, idle ones included. A proxy's connections are for the proxy to count. */
export const CONNECTIONS = { total: 4_000, network: 256 };

/** From the connection, or the end of the request before it, until the last line of the headers. */
export const HEADERS_MS = 15_000;
/** A client that should send sends nothing, or one that should read takes nothing. */
export const STALL_MS = 60_000;
/** A body that is read whole has this long, and as much longer as it takes at the slowest pace. */
export const BODY_PATIENCE = { graceMs: 20_000, bytesPerSecond: 500 };
/**
 * Data that still arrives after the answer was sent is read and dropped, up to this bound, so that the client sees the
 * answer.
 */
export const LINGER = { bytes: 2 * 1024 * 1024, ms: 30_000, bytesPerChunk: 1_024 };
