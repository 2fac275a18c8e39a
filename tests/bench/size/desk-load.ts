import type pg from 'pg';
import type { StaffRequest } from '#tests/support/full-office/asking.ts';
import { anyClient, giveWork } from '#tests/support/full-office/fill.ts';
import { staffRequests } from '#tests/support/full-office/requests.ts';
import type { OfficeSize } from '#tests/support/full-office/rows.ts';
import type { Person } from '#tests/support/people.ts';
import { percentile } from '../bench-portal.ts';

/** What a preparer opens all day, as screen and name of the request. */
const PATHS: readonly (readonly [screen: string, name: string])[] = [
  ['list', 'first page, counted'],
  ['list', 'the facts of 25 rows'],
  ['list', 'of one preparer by name'],
  ['sorted list', 'by -activity, counted'],
  ['search', 'a whole name'],
  ['search everything', 'a client'],
  ['board', 'all returns of the year'],
  ['board', 'of one preparer'],
  ['tasks', 'my tasks'],
  ['tasks', 'dates of my clients'],
  ['conversation', 'newest messages'],
  ['conversation', 'what is open'],
  ['conversation', 'my clients who wait'],
  ['case', 'profile'],
  ['case', 'details'],
  ['case', 'returns'],
  ['case', 'all documents'],
  ['counts', 'of all queues'],
];
const BARE = 'a bare indexed query';
/** One request a second is more than a person makes. */
const EACH_MS = 1000;
const SECONDS = 60;

interface Desk {
  /** The staff who work at the same time. */
  desk: readonly Person[];
  size: OfficeSize;
  limitMs: number;
  print(text: string): void;
}

/**
 * All staff at work at the same time: each sends a request every second, whether the one before was answered or not, and
 * a bare query of one row by its key runs among them. Returns how many kinds of request were too slow at p95.
 */
export async function deskLoad(bare: pg.Client, { desk, size, limitMs, print }: Desk): Promise<number> {
  await giveWork(
    bare,
    desk.map(({ id }) => id),
  );
  const asked = PATHS.map(([screen, name]) => {
    const request = staffRequests[screen]?.[name];
    if (!request) throw new Error(`there is no request ${screen}: ${name}`);
    return [`${screen}: ${name}`, request] as const;
  });
  const times = new Map<string, number[]>([...asked.map(([name]) => name), BARE].map((name) => [name, []]));
  const measure = async (name: string, due: number, work: () => PromiseLike<unknown>) => {
    await work();
    times.get(name)?.push(performance.now() - due);
  };
  const ask =
    (request: StaffRequest, { client: api, id: userId }: Person) =>
    async () => {
      const { error } = await request({ api, client: anyClient(size), userId, clients: size.clients });
      if (error) throw error;
    };

  const running: Promise<void>[] = [];
  const step = EACH_MS / desk.length;
  const began = performance.now();
  for (let n = 0; n < (SECONDS * 1000) / step; n++) {
    const due = began + n * step;
    await new Promise((done) => setTimeout(done, Math.max(0, due - performance.now())));
    const person = desk[n % desk.length];
    // A person goes through all requests, and no two of them are at the same one.
    const next = asked[(n + Math.floor(n / desk.length)) % asked.length];
    if (!person || !next) continue;
    const [name, request] = next;
    running.push(measure(name, due, ask(request, person)));
    if (n % 3 === 0) {
      const { id } = anyClient(size);
      const query = () => bare.query('select * from public.user_profiles where user_id = $1', [id]);
      running.push(measure(BARE, due, query));
    }
  }
  await Promise.all(running);

  print(
    `${desk.length} staff at the same time, each with a request every ${EACH_MS / 1000} s, for ${SECONDS} s`,
  );
  let slow = 0;
  for (const [name, all] of times) {
    const [p50, p95] = [percentile(all, 0.5), percentile(all, 0.95)];
    const isSlow = p95 > limitMs;
    slow += isSlow ? 1 : 0;
    print(
      `  ${name.padEnd(48)} p50${p50.toFixed(1).padStart(8)} ms   p95${p95.toFixed(1).padStart(8)} ms${isSlow ? '  TOO SLOW' : ''}`,
    );
  }
  return slow;
}
