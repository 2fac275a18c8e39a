import { openRounds } from '#tests/faults/backup/backup-rounds.ts';

const ROUNDS = 10;

/** Ten portals are lost and restored, from a backup and from shipped WAL: lost writes. */
export async function restore(): Promise<void> {
  const rounds = await openRounds();
  try {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const backup = await rounds.backupAndRestore();
      const burnt = await rounds.burnAndRestore();
      console.log(
        `restore, round ${round}: of a backup ${backup.answered} writes answered, ${backup.lost.length} lost; ` +
          `after a loss of the machine ${burnt.answered} answered, ${burnt.lost.length} older than a minute lost`,
      );
      for (const line of [...backup.lost, ...burnt.lost]) console.log(`  lost: ${line}`);
    }
  } finally {
    await rounds.close();
  }
}
