import pg from 'pg';
import { anyClient, fillOffice, giveWork } from '#tests/support/full-office/fill.ts';
import { staffRequests } from '#tests/support/full-office/requests.ts';
import { STAFF } from '#tests/support/full-office/rows.ts';
import { percentile, withPortal } from '../bench-portal.ts';
import { bareQueries } from './bare-queries.ts';
import { deskLoad } from './desk-load.ts';
import { policyCost } from './policy-cost.ts';

/** BENCH_CLIENTS=10000 is a tenth, for a quick look. */
const CLIENTS = Number(process.env.BENCH_CLIENTS ?? 100_000);
const size = { clients: CLIENTS, documents: CLIENTS * 30, events: CLIENTS * 100 };
const ROUNDS = 60;
const WARM_UP = 8;
const LIMIT_MS = 50;

/** Each request of the staff's screens with 100,000 clients, 3 million documents, and 10 million events. */
export async function staffSize(): Promise<void> {
  await withPortal(async ({ databaseUrl, person }) => {
    const began = performance.now();
    const bare = new pg.Client({ connectionString: databaseUrl });
    await bare.connect();
    await fillOffice(bare, size);
    const { client: api, id: userId, headers } = await person({ role: 'super' });
    await giveWork(bare, [userId]);
    const seconds = Math.round((performance.now() - began) / 1000);
    print(`${CLIENTS} clients, ${size.documents} documents, ${size.events} events, and by count(*):`);
    print(await countedRows(bare));
    print(
      `filled in ${seconds} s; ${ROUNDS} requests each by supabase-js, in turns with a read of one row by its key, and with one query of all that the request must read, if that is more; ratios at p50 and p95`,
    );
    const oneRow = async () => {
      const { error } = await api.from('user_profiles').select('*').eq('user_id', anyClient(size).id);
      if (error) throw error;
    };
    const [fromPostgres = [], fromServer = []] = await measure(
      () => bare.query('select * from public.user_profiles where user_id = $1', [anyClient(size).id]),
      oneRow,
    );
    print(line('a row by its key, from PostgreSQL', fromPostgres));
    print(line('the same row, from the server', fromServer));
    let slow = 0;
    for (const [screen, requests] of Object.entries(staffRequests)) {
      print(`${screen}:`);
      for (const [name, ask] of Object.entries(requests)) {
        const query = bareQueries[screen]?.[name];
        const [times = [], ...others] = await measure(
          async () => {
            const { error } = await ask({ api, client: anyClient(size), userId, clients: CLIENTS });
            if (error) throw error;
          },
          oneRow,
          ...(query === undefined ? [] : [() => bare.query(query)]),
        );
        slow += percentile(times, 0.95) > LIMIT_MS ? 1 : 0;
        print(line(name, times, ...others));
      }
    }
    const own = await person();
    const readers = [
      { name: 'a client, own rows', claims: claimsIn(own.headers), clientId: own.id },
      { name: 'staff, rows of a client', claims: claimsIn(headers), clientId: anyClient(size).id },
    ];
    print('policies by membership, and as they were when a client was a login');
    for (const cost of await policyCost(databaseUrl, readers)) print(cost);
    const desk = await Promise.all(Array.from({ length: STAFF }, () => person({ role: 'admin' })));
    slow += await deskLoad(bare, { desk, size, limitMs: LIMIT_MS, print });
    print(`p95 above ${LIMIT_MS} ms: ${slow === 0 ? 'none' : `${slow} REQUESTS`}\n`);
    await bare.end();
  });
}

/** What the issue of the desk asks for: 300,000 returns, 2 million tasks, 2 million messages, 180,000 members. */
async function countedRows(bare: pg.Client): Promise<string> {
  const counts: string[] = [];
  for (const table of ['client_members', 'tax_returns', 'tasks', 'thread_messages']) {
    const { rows } = await bare.query<{ count: string }>(`select count(*) from public.${table}`);
    counts.push(`${rows[0]?.count} ${table}`);
  }
  return `  ${counts.join(', ')}`;
}

/** The claims of the access token that a request's headers carry. */
function claimsIn({ authorization = '' }: Record<string, string>): Record<string, unknown> {
  const [, payload = ''] = authorization.split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
}

/** The milliseconds of each, in turns, so that all have the same noise. */
async function measure(...works: (() => Promise<unknown>)[]): Promise<number[][]> {
  const times = works.map((): number[] => []);
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const [at, work] of works.entries()) {
      const began = performance.now();
      await work();
      if (round >= 0) times[at]?.push(performance.now() - began);
    }
  }
  return times;
}

/** With the times of others, also how many times as long as each of them it took. */
function line(name: string, times: number[], ...others: number[][]): string {
  const cell = (share: number) => `${percentile(times, share).toFixed(1).padStart(8)} ms`;
  const ratio = (other: number[], share: number) =>
    `${(percentile(times, share) / percentile(other, share)).toFixed(1)} x`;
  const ratios = others.map((other) => `${ratio(other, 0.5).padStart(9)}${ratio(other, 0.95).padStart(8)}`);
  const mark = percentile(times, 0.95) > LIMIT_MS ? '  TOO SLOW' : '';
  return `  ${name.padEnd(48)} p50${cell(0.5)}   p95${cell(0.95)}${ratios.join('   of all')}${mark}`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
