import pg from 'pg';
import { anyClient, fillOffice } from '#tests/support/full-office/fill.ts';
import { staffRequests } from '#tests/support/full-office/requests.ts';
import { percentile, withPortal } from '../bench-portal.ts';

/** BENCH_CLIENTS=10000 is a tenth, for a quick look. */
const CLIENTS = Number(process.env.BENCH_CLIENTS ?? 100_000);
const size = { clients: CLIENTS, documents: CLIENTS * 30, events: CLIENTS * 100 };
const ROUNDS = 40;
const WARM_UP = 8;
const LIMIT_MS = 50;

/** Each request of the staff's screens with 100,000 clients, 3 million documents, and 10 million events. */
export async function staffSize(): Promise<void> {
  await withPortal(async ({ databaseUrl, person }) => {
    const began = performance.now();
    const bare = new pg.Client({ connectionString: databaseUrl });
    await bare.connect();
    await fillOffice(bare, size);
    const { client: api, id: userId } = await person({ role: 'super' });
    const seconds = Math.round((performance.now() - began) / 1000);
    print(`${CLIENTS} clients, ${size.documents} documents, ${size.events} events`);
    print(`filled in ${seconds} s; ${ROUNDS} requests each, by supabase-js, and as many of a bare query`);
    let slow = 0;
    for (const [screen, requests] of Object.entries(staffRequests)) {
      for (const [name, ask] of Object.entries(requests)) {
        const times = await measure(async () => {
          const { error } = await ask({ api, client: anyClient(size), userId, clients: CLIENTS });
          if (error) throw error;
        });
        slow += percentile(times, 0.95) > LIMIT_MS ? 1 : 0;
        print(line(`${screen}: ${name}`, times));
      }
      const times = await measure(() =>
        bare.query('select * from public.user_profiles where user_id = $1', [anyClient(size).id]),
      );
      print(line('  a bare indexed query', times));
    }
    print(`p95 above ${LIMIT_MS} ms: ${slow === 0 ? 'none' : `${slow} REQUESTS`}\n`);
    await bare.end();
  });
}

async function measure(ask: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const began = performance.now();
    await ask();
    if (round >= 0) times.push(performance.now() - began);
  }
  return times;
}

function line(name: string, times: number[]): string {
  const cell = (share: number) => `${percentile(times, share).toFixed(1).padStart(8)} ms`;
  const mark = percentile(times, 0.95) > LIMIT_MS ? '  TOO SLOW' : '';
  return `  ${name.padEnd(48)} p50${cell(0.5)}   p95${cell(0.95)}${mark}`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
