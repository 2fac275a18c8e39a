import pg from 'pg';

const CONNECT_TIMEOUT_MS = 20_000;

/**
 * How to reach a database. `password` is asked for at each connection: that of our own PostgreSQL may be changed while
 * we run.
 */
export function connectionTo(url: string, password?: () => string): pg.ClientConfig {
  if (password === undefined) return { connectionString: url };
  const { hostname, port, username, pathname } = new URL(url);
  return {
    host: hostname,
    port: Number(port),
    user: decodeURIComponent(username),
    database: pathname.slice(1),
    password: async () => password(),
  };
}

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
