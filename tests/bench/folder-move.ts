import type pg from 'pg';
import type { Person } from '#tests/support/people.ts';
import { withPortal } from './bench-portal.ts';

const FILES = 5_000;
const ROUNDS = 12;
const BUCKET = 'user-documents';

/**
 * Renaming and moving a folder of 5,000 files, each in one request and one transaction, compared with renaming a file.
 */
export async function folderMove(): Promise<void> {
  await withPortal(async ({ pool, person }) => {
    const owner = await person();
    await fill(pool, owner);
    await print(pool, owner);
  });
}

/** Uploads one file, and copies its row in the database for the others. */
async function fill(pool: pg.Pool, { id, client }: Person): Promise<void> {
  const uploaded = await client.storage.from(BUCKET).upload(`${id}/single.txt`, new Blob(['a paper']));
  if (uploaded.error) throw uploaded.error;
  await pool.query(
    `insert into storage.objects (bucket_id, name, owner, owner_id, metadata, blob_id)
     select bucket_id, $1 || '/many/part ' || n % 10 || '/receipt ' || n || '.txt', owner, owner_id, metadata, blob_id
     from storage.objects, generate_series(1, $2::int) n where name = $1 || '/single.txt'`,
    [id, FILES],
  );
  await pool.query('vacuum analyze');
}

async function print(pool: pg.Pool, { id, client }: Person): Promise<void> {
  const move = async (from: string, to: string) => {
    const began = performance.now();
    const { error } = await client.storage.from(BUCKET).move(`${id}/${from}`, `${id}/${to}`);
    if (error) throw error;
    return performance.now() - began;
  };
  const times: Record<'single' | 'renamed' | 'moved', number[]> = { single: [], renamed: [], moved: [] };
  // In turn, so that a slow machine affects all equally. The first round is a warm-up.
  for (let round = 0; round <= ROUNDS; round++) {
    const took = {
      single: await move('single.txt', 'other.txt'),
      renamed: await move('many', 'renamed'),
      moved: await move('renamed', 'archive/2024/many'),
    };
    await move('other.txt', 'single.txt');
    await move('archive/2024/many', 'many');
    if (round === 0) continue;
    for (const kind of ['single', 'renamed', 'moved'] as const) times[kind].push(took[kind]);
  }
  const { rows } = await pool.query<{ agreeing: number }>(
    `select count(*)::int as agreeing from storage.objects o
     join public.file_uploads f on f.id = o.id and f.file_path = o.name where o.name like $1 || '/many/%'`,
    [id],
  );
  if (rows[0]?.agreeing !== FILES) throw new Error(`of ${FILES} files ${rows[0]?.agreeing} have arrived`);
  const [single, renamed, moved] = [median(times.single), median(times.renamed), median(times.moved)];
  const line = (name: string, time: number) =>
    `  ${name.padEnd(28)}${time.toFixed(1).padStart(8)} ms${(time / single).toFixed(0).padStart(6)} ×`;
  process.stdout.write(
    [
      `A folder of ${FILES} files against a single one, medians of ${ROUNDS}, each one transaction`,
      line('a single file, renamed', single),
      line('the folder, renamed', renamed),
      line('the folder, moved', moved),
      `  that is ${((1000 * renamed) / FILES).toFixed(0)} µs a file, where ${FILES} renames of one would take ${((single * FILES) / 1000).toFixed(1)} s`,
      '',
      '',
    ].join('\n'),
  );
}

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle - 0.5)] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}
