import type { FastifyRequest } from 'fastify';
import { STALL_MS } from '#server/http/load/limits.ts';
import { IDLE_MS } from '../incoming.ts';

/** The body of one request. */
export interface Arriving {
  /** Until it ends, or the connection does: what has come by then counts, and the client sends the rest later. */
  bytes(): AsyncIterable<Buffer>;
  /** The number of bytes that it declares; undefined if it declares none. */
  announced: number | undefined;
  /** Whether the body itself has ended, not just the connection. */
  isWhole(): boolean;
  /** Cuts the connection off if bytes are still coming. What has come counts. */
  cut(): void;
}

export function arriving({ raw, headers }: FastifyRequest): Arriving {
  let receiving = false;
  const length = headers['content-length'];
  return {
    announced: length === undefined ? undefined : Number(length),
    isWhole: () => raw.complete,
    async *bytes() {
      receiving = true;
      // A phone that has changed its network leaves a connection behind on which nothing ever comes.
      raw.setTimeout(IDLE_MS, () => raw.destroy());
      try {
        yield* raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
      } catch {
        // The connection was lost; that is what resumable uploads are for.
      } finally {
        receiving = false;
        raw.socket.setTimeout(STALL_MS);
      }
    },
    cut: () => {
      if (receiving) raw.destroy();
    },
  };
}
