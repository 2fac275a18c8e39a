import { createHmac } from 'node:crypto';
import type { RecoveryState } from '#contract/recovery.ts';
import { isRecoveryWord, recoveryWords, WORD_COUNT } from '#domain/account/recovery-sheet.ts';
import type { Database } from '#server/database/database.ts';
import type { KeyRing } from '#server/sealing/key-ring.ts';
import { removeSheet } from './sheet.ts';

interface Deps {
  database: Database;
  keyRing: KeyRing;
  dataDir: string;
}

export function createRecovery({ database, keyRing, dataDir }: Deps) {
  const secrets = keyRing.secrets('nutmeg recovery questions v1');
  /** Two different words, always the same ones for a person and key, so that a retry asks for the same words. */
  const requestedWords = (personId: string): [number, number] => {
    const hash = createHmac('sha256', secrets()[0]).update(personId).digest();
    const first = hash.readUInt32BE(0) % WORD_COUNT;
    const second = (first + 1 + (hash.readUInt32BE(4) % (WORD_COUNT - 1))) % WORD_COUNT;
    return first < second ? [first + 1, second + 1] : [second + 1, first + 1];
  };
  return {
    /** The state, and the numbers of the two words that this person must enter. */
    async state(personId: string): Promise<RecoveryState> {
      const confirmation = await confirmationOf(database, keyRing.fingerprint());
      return {
        fingerprint: keyRing.fingerprint(),
        confirmed: confirmation && { at: confirmation.at.toISOString(), by: confirmation.by },
        asked: requestedWords(personId),
      };
    },
    /** Compares the words with the key. If both are right, records it, removes the sheet's file, and returns true. */
    async confirm(personId: string, words: readonly [string, string], address: string): Promise<boolean> {
      const expected = recoveryWords(keyRing.current());
      const isRight = requestedWords(personId).every((number, at) =>
        isRecoveryWord(words[at] ?? '', expected[number - 1] ?? ''),
      );
      if (!isRight) return false;
      await recordConfirmation(database, keyRing.fingerprint(), personId, address);
      await removeSheet(dataDir);
      return true;
    },
  };
}

/** Whether the office has confirmed that it has the recovery sheet of the current key. */
export type Recovery = ReturnType<typeof createRecovery>;

/** When a person confirmed that the office has the sheet of this key, and their name; null if not confirmed. */
export async function confirmationOf(
  database: Pick<Database, 'query'>,
  fingerprint: string,
): Promise<{ at: Date; by: string | null } | null> {
  const { rows } = await database.query<{ at: Date; by: string | null }>(
    'select confirmed_at as at, confirmed_by_name as by from nutmeg.recovery_sheets where fingerprint = $1',
    [fingerprint],
  );
  return rows[0] ?? null;
}

async function recordConfirmation(
  database: Database,
  fingerprint: string,
  personId: string,
  address: string,
): Promise<void> {
  await database.asOwner(async (tx) => {
    const { rowCount } = await tx.query(
      `insert into nutmeg.recovery_sheets (fingerprint, confirmed_by, confirmed_by_name)
       select $1, $2::uuid, (select p.name from nutmeg.person($2::uuid) p)
       on conflict (fingerprint) do nothing`,
      [fingerprint, personId],
    );
    if (rowCount === 0) return;
    await tx.query(
      `insert into public.audit_log (actor_id, action, details, address)
       values ($1, 'recovery_sheet.confirmed', jsonb_build_object('key', $2::text), $3::inet)`,
      [personId, fingerprint, address],
    );
  });
}
