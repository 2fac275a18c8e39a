import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTemporaryDatabase } from '#tests/support/hosted-service/database.ts';
import {
  emailOf,
  fillHostedOffice,
  idOf,
  OLD_PASSWORD,
  userId,
} from '#tests/support/hosted-service/office.ts';
import { visitor } from '#tests/support/people.ts';
import { root } from '#tests/support/server/server-process.ts';
import { withPortal } from './bench-portal.ts';

const run = promisify(execFile);
const SIZE = { users: 2_000, documents: 20_000, years: 5, bytes: 20_000 };

/** Imports an office of 2,000 clients from the hosted service; then a sign-in, a second run and the day of the move. */
export async function importBench(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'nutmeg-bench-import-'));
  try {
    await withPortal(async ({ server, databaseUrl, encryptionKey }) => {
      const objects = join(folder, 'objects');
      await mkdir(objects);
      const hosted = await fillHostedOffice(
        await createTemporaryDatabase(databaseUrl, 'hosted'),
        objects,
        SIZE,
      );
      const bring = async (what: string) => {
        const began = performance.now();
        const { stdout } = await run(
          process.execPath,
          [
            'server/operate/cli/main.ts',
            'import',
            'supabase',
            '--database',
            hosted.url,
            '--storage',
            objects,
          ],
          {
            cwd: root,
            maxBuffer: 10 ** 8,
            env: {
              PATH: process.env.PATH ?? '',
              DATA_DIR: server.dataDir,
              DATABASE_URL: databaseUrl,
              ENCRYPTION_KEY: encryptionKey,
            },
          },
        );
        const seconds = (performance.now() - began) / 1000;
        process.stdout.write(`\n${what}: ${seconds.toFixed(1)} s\n${stdout}`);
        return seconds;
      };
      const seconds = await bring('2,000 people, 10,000 forms, 20,000 documents');
      process.stdout.write(`${Math.round(SIZE.documents / seconds)} documents a second, all else included\n`);

      const { data, error } = await visitor(server).auth.signInWithPassword({
        email: emailOf(1999),
        password: OLD_PASSWORD,
      });
      if (error || data.user.id !== userId(1999)) throw error ?? new Error('another person');
      process.stdout.write('the old password signs in\n');

      await bring('again, with nothing changed');
      await hosted.query(
        `update public.user_profiles set phone = '860-555-0199' where user_id <= '${userId(49)}'`,
      );
      for (let n = 0; n < 50; n += 1) {
        const bytes = Buffer.from(`%PDF-1.7 new ${n}`);
        await hosted.upload({ id: idOf(7, n), owner: userId(n), path: `2025/new ${n}.pdf`, bytes });
      }
      await bring('the day of the move: 50 profiles and 50 documents');
      await hosted.close();
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
