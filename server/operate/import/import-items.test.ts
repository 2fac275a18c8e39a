import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/database/database.ts';
import { loadKeyRing } from '#server/sealing/key-ring.ts';
import { databaseForFile } from '#tests/support/test-database.ts';
import { createFingerprints } from './deps.ts';
import { importItems } from './import-items.ts';
import { createCollector } from './report.ts';

const at = databaseForFile();

test('a new encryption key, and forgetting the old one, changes no item of the import', async () => {
  const database = openDatabase({ url: at.url, poolSize: 1, onIdleError: () => undefined });
  const written: string[] = [];
  const run = async (content: string, current: Buffer, ...previous: Buffer[]) => {
    const [encryptionKey = '', ...previousEncryptionKeys] = [current, ...previous].map((key) =>
      key.toString('base64'),
    );
    const keyRing = await loadKeyRing({ dataDir: '', encryptionKey, previousEncryptionKeys });
    const report = createCollector({ source: 'dump', dryRun: false });
    async function* items() {
      yield { id: 'one', fingerprints: createFingerprints(keyRing)('things', content) };
    }
    const write = async () => void written.push(content);
    await importItems(
      { database, report, dryRun: false },
      { name: 'things', batch: 10, items: items(), write },
    );
    return report.counts('things');
  };
  try {
    const [old, next] = [randomBytes(32), randomBytes(32)];
    expect(await run('first', old)).toMatchObject({ added: 1 });
    expect(await run('first', next, old)).toMatchObject({ changed: 0, unchanged: 1 });
    expect(await run('first', next)).toMatchObject({ changed: 0, unchanged: 1 });
    expect(await run('second', next, old)).toMatchObject({ changed: 1, unchanged: 0 });
    expect(written).toEqual(['first', 'second']);
  } finally {
    await database.close();
  }
});
