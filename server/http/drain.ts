import type { FastifyInstance } from 'fastify';

const IDLE_SWEEP_MS = 100;
const PATIENCE_MS = 20_000;

/**
 * Closes the server when what has begun is answered. A browser keeps its connection open after the answer, and
 * would be waited for; and whoever does not finish in time is cut off, since a supervisor would kill us anyway.
 */
export async function drain(app: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), IDLE_SWEEP_MS);
  const limit = setTimeout(() => app.server.closeAllConnections(), PATIENCE_MS);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(limit);
  }
}
