import { decodeJwt } from 'jose';
import { createPasswordHasher } from '#server/auth/users/password-hasher.ts';
import { PASSWORD } from '#tests/support/people.ts';
import { PUBLISHABLE_KEY } from '#tests/support/server/keys.ts';
import { DOCUMENTS, percent, percentile, withPortal } from './bench-portal.ts';
import { rateOf, rawRequest } from './load.ts';
import { parentOf, processorSeconds } from './processor-time.ts';
import { withBareServer } from './transfer.ts';

const FILES = 2_000;
const ROUNDS = 3;
const SECONDS = 4;
const AIMS = { read: 0.85, login: 0.75 };
const READERS = 10;
const LOGINS_AT_ONCE = 4;

/** The requests that every visit makes: 20 rows, the own profile, a login; and the limit of each in the same run. */
export async function hotRequests(): Promise<void> {
  await withPortal(async ({ server, databaseUrl, pool, person }) => {
    const { id, client, email, headers } = await person();
    const one = await client.storage.from(DOCUMENTS).upload(`${id}/one.txt`, new Blob(['a paper']));
    if (one.error) throw one.error;
    await pool.query(
      `insert into storage.objects (bucket_id, name, owner, owner_id, metadata, blob_id)
       select bucket_id, $1 || '/receipt ' || n || '.txt', owner, owner_id, metadata, blob_id
       from storage.objects, generate_series(1, $2::int) n where name = $1 || '/one.txt'`,
      [id, FILES],
    );
    await pool.query('vacuum analyze');
    // The tests' own hash has the lowest cost.
    const hasher = await createPasswordHasher();
    const hash = await hasher.hash(PASSWORD);
    await pool.query('update auth.users set encrypted_password = $2 where id = $1', [id, hash]);
    const claims = JSON.stringify(decodeJwt(headers.authorization?.split(' ')[1] ?? ''));
    process.stdout.write(
      `The hot requests, ${ROUNDS} rounds of ${SECONDS} s in turn, medians: rate, and processor time of server and PostgreSQL\n`,
    );
    await withBareServer(
      new URL('bare-rest-server.ts', import.meta.url),
      async (bareUrl, barePid) => {
        const { rows: backends } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
        const postgresPid = parentOf(backends[0]?.pid ?? 0);
        const ask = (url: string, request: Buffer, connections: number, pid: number) => async () => {
          const times = () => [processorSeconds(pid), processorSeconds(postgresPid)] as const;
          const before = times();
          const { count, perSecond } = await rateOf(url, request, connections, SECONDS);
          const [server, postgres] = times().map((time, at) => (1000 * (time - (before[at] ?? 0))) / count);
          return { perSecond, server, postgres };
        };
        const ours = { apikey: PUBLISHABLE_KEY, ...headers };
        const read = (path: string) => {
          const url = `${server.url}/rest/v1/${path}`;
          return ask(url, rawRequest(url, { headers: ours }), READERS, server.pid());
        };
        const bare = (path: string) => ask(bareUrl + path, rawRequest(bareUrl + path, {}), READERS, barePid);
        const loginUrl = `${server.url}/auth/v1/token?grant_type=password`;
        const login = rawRequest(loginUrl, {
          method: 'POST',
          headers: { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json' },
          body: JSON.stringify({ email, password: PASSWORD }),
        });
        const files = `file_uploads?select=*&user_id=eq.${id}&order=uploaded_at.desc&limit=20`;
        await compare(
          `REST, 20 rows, c=${READERS}`,
          read(files),
          bare('files'),
          AIMS.read,
          bare('fast/files'),
        );
        const profile = `user_profiles?select=*&user_id=eq.${id}`;
        await compare(
          `REST, own profile, c=${READERS}`,
          read(profile),
          bare('profile'),
          AIMS.read,
          bare('fast/profile'),
        );
        await compare(
          `password login, c=${LOGINS_AT_ONCE}`,
          ask(loginUrl, login, LOGINS_AT_ONCE, server.pid()),
          () => rateOfWork(() => hasher.verify(PASSWORD, hash), LOGINS_AT_ONCE),
          AIMS.login,
        );
      },
      [databaseUrl, claims],
    );
  });
}

/** Of one kind of request. */
interface Measured {
  perSecond: number;
  /** The processor time of the server and of PostgreSQL for each request, in milliseconds. */
  server?: number | undefined;
  postgres?: number | undefined;
}

async function compare(
  name: string,
  portal: () => Promise<Measured>,
  limit: () => Promise<Measured>,
  aim: number,
  /** What the fastest use of the driver would reach; printed only. */
  floor?: () => Promise<Measured>,
): Promise<void> {
  const ways = { [name]: portal, '  the limit': limit, ...(floor && { '  the limit, pipelined': floor }) };
  const rounds: Measured[][] = [];
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    const measured: Measured[] = [];
    for (const measure of Object.values(ways)) measured.push(await measure());
    if (round > 0) rounds.push(measured);
  }
  const median = (numbers: number[]) => percentile(numbers, 0.5);
  const [ratio, ratioToFloor] = [1, 2].map((way) =>
    median(rounds.map((round) => (round[0]?.perSecond ?? 0) / (round[way]?.perSecond ?? Number.NaN))),
  );
  const lines = Object.keys(ways).map((label, way) => {
    const of = (key: keyof Measured) => median(rounds.map((round) => round[way]?.[key] ?? Number.NaN));
    const cost = (key: keyof Measured) => `${of(key).toFixed(2)} ms`.padStart(10);
    return `${label.padEnd(28)}${of('perSecond').toFixed(0).padStart(7)}/s${cost('server')}${cost('postgres')}`;
  });
  const kept = (ratio ?? 0) >= aim;
  const toFloor = floor ? `; ${percent(ratioToFloor ?? 0, 1)} pipelined` : '';
  process.stdout.write(
    `${lines.join('\n')}\n  ${percent(ratio ?? 0, 1)} of the limit${toFloor} (at least ${percent(aim, 1)}: ${kept ? 'kept' : 'NOT KEPT'})\n`,
  );
}

async function rateOfWork(work: () => Promise<unknown>, atOnce: number): Promise<Measured> {
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  const until = began + SECONDS * 1000;
  let count = 0;
  const repeat = async () => {
    for (; performance.now() < until; count++) await work();
  };
  await Promise.all(Array.from({ length: atOnce }, repeat));
  const { user, system } = process.cpuUsage(cpu);
  return { perSecond: (count / (performance.now() - began)) * 1000, server: (user + system) / 1000 / count };
}
