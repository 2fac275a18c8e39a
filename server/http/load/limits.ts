/** Bounds on what one process holds at the same time. Sizes are in bytes, times in milliseconds. */

/**
 * Any call, unless its route says otherwise, and every call of a visitor: the longest contact message in four-byte
 * characters, or the longest keys of two objects, with every character escaped.
 */
export const BODY_BYTES = 64 * 1024;
/** Calls with lists, by a signed-in person or the service: rows, the keys of a thousand objects, the ids of clients. */
export const LIST_BODY_BYTES = 1024 * 1024;

/** Of any body. The longest real list has the ids of ten thousand clients. */
export const ANY_JSON = { levels: 64, values: 20_000 };
/** Of a body of REST: 5,000 rows of ten columns. */
export const ROWS_JSON = { levels: 32, values: 50_000 };
/** Of a body of auth: some fields, and metadata of four kilobytes. */
export const ACCOUNT_JSON = { levels: 64, values: 1_000 };

/** Bodies that are read whole. One of the largest must always fit. */
export const BODIES = { total: 48 * 1024 * 1024, network: 11 * 1024 * 1024, person: 11 * 1024 * 1024 };
/** Complete responses that were not read yet. */
export const ANSWERS = { total: 64 * 1024 * 1024, network: 16 * 1024 * 1024, person: 16 * 1024 * 1024 };
/** Smaller responses fit into the kernel's socket buffers. */
export const COUNTED_ANSWER_BYTES = 16 * 1024;
/** Requests in progress. A browser sends six at a time; a proxy sends some dozens. */
export const REQUESTS = { total: 2_000, network: 96, person: 64 };
/** Documents being sent or received: each holds a megabyte of segments. */
export const STREAMS = { total: 160, network: 64, person: 24 };
/** Zips being sent, each with two open documents. */
export const ARCHIVES = { total: 24, network: 8, person: 3 };
/** Connections, idle ones included. A proxy's connections are for the proxy to count. */
export const CONNECTIONS = { total: 4_000, network: 256 };

/** From the connection, or the end of the request before it, until the last line of the headers. */
export const HEADERS_MS = 15_000;
/** How long a connection may make no progress in sending or reading. */
export const STALL_MS = 60_000;
/** The time limit of a whole body: a fixed time plus its size at the slowest rate. */
export const BODY_PACE = { graceMs: 20_000, bytesPerSecond: 500 };
/** How much data is read and discarded after the response, so that the client sees the response. */
export const LINGER = { bytes: 2 * 1024 * 1024, ms: 30_000, bytesPerChunk: 1_024 };
