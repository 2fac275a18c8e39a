import pg from 'pg';

const CONNECT_TIMEOUT_MS = 20_000;

/**
 * Opens a connection outside the pools. When it is lost, the statement under way fails and reports it. The connection
 * also emits an `error` event, which would end the whole process without a listener.
 */
export async function openClient(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ connectionTimeoutMillis: CONNECT_TIMEOUT_MS, ...config });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
