import pg from 'pg';

const CONNECT_TIMEOUT_MS = 20_000;

/**
 * Opens a connection outside of the pools. When it is lost, the statement under way fails and says so; the event of
 * the same name would end the whole process if nothing listened to it.
 */
export async function openClient(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ connectionTimeoutMillis: CONNECT_TIMEOUT_MS, ...config });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
