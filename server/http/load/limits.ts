/** What one process holds for others at the same time. Sizes are in bytes, times in milliseconds. */

/** A call of the API by somebody who is signed in, or by the service. */
export const JSON_BODY_BYTES = 1024 * 1024;
/** By everybody else: the longest contact message, in letters of four bytes, with room around it. */
export const ANONYMOUS_BODY_BYTES = 64 * 1024;

/** Bodies that are read whole. One of each size must always fit. */
export const BODIES = { total: 48 * 1024 * 1024, network: 9 * 1024 * 1024, person: 9 * 1024 * 1024 };
/** Answers that were made and are not taken yet. */
export const ANSWERS = { total: 64 * 1024 * 1024, network: 16 * 1024 * 1024, person: 16 * 1024 * 1024 };
/** Smaller ones lie with the operating system, not with us. */
export const COUNTED_ANSWER_BYTES = 16 * 1024;
/** Requests that are being worked on. A browser sends six at a time, behind a proxy some dozens. */
export const REQUESTS = { total: 2_000, network: 96, person: 64 };
/** Documents on their way, up or down: each holds a megabyte of segments. */
export const STREAMS = { total: 160, network: 64, person: 24 };
/** Zips on their way, each with two open documents. */
export const ARCHIVES = { total: 24, network: 8 };
/** Connections, idle ones included. Those of a proxy are the proxy's to count. */
export const CONNECTIONS = { total: 4_000, network: 256 };

/** From the connection, or the end of the request before it, until the last line of the headers. */
export const HEADERS_MS = 15_000;
/** Nothing is sent by a client that should send, or nothing is taken by one that should read. */
export const STALL_MS = 60_000;
/** A body that is read whole has this long, and as much longer as it takes at the slowest pace. */
export const BODY_PATIENCE = { graceMs: 20_000, bytesPerSecond: 500 };
/** What is still sent when the answer has left is read away, so that the answer is heard, up to here. */
export const LINGER = { bytes: 2 * 1024 * 1024, ms: 30_000, bytesPerChunk: 1_024 };
