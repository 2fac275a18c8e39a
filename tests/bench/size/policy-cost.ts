import pg from 'pg';
import { percentile } from '../bench-portal.ts';

/** The tables whose policies ask for memberships, and each policy's name. */
const TABLES = {
  file_uploads: 'own files, or staff: read',
  tax_returns: 'own returns, or staff: read',
  tax_forms: 'own form, or staff: read',
  checklist_items: 'own list, or staff: read',
};
/** The policy of all four before clients had members (migrations 0012_storage to 0028_checklist). */
const BEFORE_MEMBERS = 'user_id = (select auth.uid()) or (select public.is_staff())';
const ROUNDS = 20;
const READS = 25;

interface Reader {
  name: string;
  /** The claims of the reader's access token. */
  claims: Record<string, unknown>;
  clientId: string;
}

/**
 * What it costs that policies decide by membership: the same reads under today's policies and under those of the time
 * when a client was a login, in turns. Returns lines to print, with medians in milliseconds and their ratio.
 */
export async function policyCost(databaseUrl: string, readers: readonly Reader[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const lines: string[] = [];
  try {
    for (const { name, claims, clientId } of readers) {
      for (const [table, policy] of Object.entries(TABLES)) {
        const times: Record<'today' | 'before', number[]> = { today: [], before: [] };
        for (let round = 0; round < ROUNDS; round++) {
          for (const when of ['today', 'before'] as const) {
            // Undone at the end, so the policy is today's again.
            await client.query('begin');
            if (when === 'before') {
              await client.query(`alter policy "${policy}" on public.${table} using (${BEFORE_MEMBERS})`);
            }
            await client.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(claims)]);
            await client.query('set local role authenticated');
            for (let read = 0; read < READS; read++) {
              const began = performance.now();
              await client.query(`select * from public.${table} where user_id = $1 limit 20`, [clientId]);
              // The first read fills the session's caches.
              if (read > 0) times[when].push(performance.now() - began);
            }
            await client.query('rollback');
          }
        }
        const [today, before] = [percentile(times.today, 0.5), percentile(times.before, 0.5)];
        lines.push(
          `  ${`${name}: ${table}`.padEnd(48)} today ${today.toFixed(2)} ms   before ${before.toFixed(2)} ms   ratio ${(today / before).toFixed(2)}`,
        );
      }
    }
  } finally {
    await client.end();
  }
  return lines;
}
