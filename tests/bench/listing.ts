import { DOCUMENTS, percentile, withPortal } from './bench-portal.ts';

const FILES = 1_000;
const ELSEWHERE = 20_000;
const ROUNDS = 200;
const WARM_UP = 20;

/** The request of the app for a folder of 1,000 files, and that of other apps. */
export async function listing(): Promise<void> {
  await withPortal(async ({ pool, person }) => {
    const { id, client } = await person();
    const one = await client.storage.from(DOCUMENTS).upload(`${id}/one.txt`, new Blob(['a paper']));
    if (one.error) throw one.error;
    // The others are copies of the row; the same number is in other folders.
    await pool.query(
      `insert into storage.objects (bucket_id, name, owner, owner_id, metadata, blob_id)
       select bucket_id, $1 || case when n <= $2 then '/full' else '/other ' || n % 50 end || '/receipt ' || n || '.txt',
         owner, owner_id, metadata, blob_id
       from storage.objects, generate_series(1, $2::int + $3::int) n where name = $1 || '/one.txt'`,
      [id, FILES, ELSEWHERE],
    );
    await pool.query('vacuum analyze');

    const list = async () => {
      const { data } = await client.storage.from(DOCUMENTS).list(`${id}/full`, { limit: FILES, offset: 0 });
      if (data?.length !== FILES) throw new Error(`${data?.length} of ${FILES} files were listed`);
    };
    const listFolder = async () => {
      const { data } = await client.rpc('list_folder', { owner: id, folder: 'full' });
      if (data?.length !== FILES) throw new Error(`${data?.length} of ${FILES} entries were listed`);
    };
    const asked = { 'list_folder, as the app asks': listFolder, 'list of the storage service': list };
    const times = new Map(Object.keys(asked).map((name) => [name, [] as number[]]));
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      for (const [name, ask] of Object.entries(asked)) {
        const began = performance.now();
        await ask();
        if (round >= 0) times.get(name)?.push(performance.now() - began);
      }
    }
    const milliseconds = (time: number) => `${time.toFixed(1)} ms`.padStart(10);
    process.stdout.write(
      [
        `A folder of ${FILES} files of ${FILES + ELSEWHERE}, by supabase-js, ${ROUNDS} times${' '.repeat(8)}p50       p95`,
        ...[...times].map(
          ([name, all]) =>
            `  ${name.padEnd(48)}${milliseconds(percentile(all, 0.5))}${milliseconds(percentile(all, 0.95))}`,
        ),
        '',
        '',
      ].join('\n'),
    );
  });
}
