import pg from 'pg';

/** Creates an empty database on the cluster of the URL. It is removed with the cluster. */
export async function createTemporaryDatabase(besideUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: besideUrl });
  await client.connect();
  await client.query(`create database ${name} template template0`);
  await client.end();
  const url = new URL(besideUrl);
  url.pathname = `/${name}`;
  return url.href;
}
