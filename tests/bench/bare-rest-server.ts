import Fastify from 'fastify';
import pg from 'pg';

/**
 * The minimum for a request under the policies: Fastify and pg, one transaction with role and claims. No check of the
 * token or its session, no grammar, no limits. As the manual of pg writes it, statement by statement; and under `/fast`
 * as fast as pg can, pipelined and prepared. Prints its port.
 */
const [, , url = '', claims = ''] = process.argv;
const { sub } = JSON.parse(claims) as { sub: string };
const pool = new pg.Pool({ connectionString: url, max: 10, pipeline: true });
const ENTER = `select set_config('request.jwt.claims', $1, true), set_config('role', 'authenticated', true)`;

const reads: Record<string, pg.QueryConfig> = {
  '/files': {
    name: 'files',
    text: `select coalesce(json_agg(r), '[]')::text as body from (
      select * from public.file_uploads where user_id = $1 order by uploaded_at desc limit 20) as r`,
    values: [sub],
  },
  '/profile': {
    name: 'profile',
    text: `select coalesce(json_agg(r), '[]')::text as body from (
      select * from public.user_profiles where user_id = $1) as r`,
    values: [sub],
  },
};

interface Answered {
  rows: { body: string }[];
}

async function plainly(client: pg.PoolClient, read: pg.QueryConfig): Promise<Answered> {
  await client.query('begin');
  await client.query(ENTER, [claims]);
  const answered = await client.query<{ body: string }>(read.text, read.values);
  await client.query('commit');
  return answered;
}

async function fast(client: pg.PoolClient, read: pg.QueryConfig): Promise<Answered> {
  const [, , answered] = await Promise.all([
    client.query('begin'),
    client.query({ name: 'enter', text: ENTER, values: [claims] }),
    client.query<{ body: string }>(read),
    client.query('commit'),
  ]);
  return answered;
}

const app = Fastify();
for (const [prefix, run] of Object.entries({ '': plainly, '/fast': fast })) {
  for (const [path, read] of Object.entries(reads)) {
    app.get(prefix + path, async (_request, reply) => {
      const client = await pool.connect();
      try {
        const { rows } = await run(client, read);
        return reply.type('application/json; charset=utf-8').send(rows[0]?.body);
      } finally {
        client.release();
      }
    });
  }
}
await app.listen({ host: '127.0.0.1', port: 0 });
const address = app.server.address();
process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
