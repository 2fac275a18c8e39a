import pg from 'pg';

const CONNECT_TIMEOUT_MS = 20_000;

/** `password` is called for each connection: that of the embedded PostgreSQL may change while the server runs. */
export function connectionTo(url: string, password?: () => string): pg.ClientConfig {
  if (password === undefined) return { connectionString: url };
  const { hostname, port, username, pathname } = new URL(url);
  return {
    host: decodeURIComponent(hostname),
    port: Number(port),
    user: decodeURIComponent(username),
    database: pathname.slice(1),
    password: async () => password(),
  };
}

/** A connection outside the pools. When lost, it also emits `error`, which would end a process without a listener. */
export async function openClient(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ connectionTimeoutMillis: CONNECT_TIMEOUT_MS, ...config });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
