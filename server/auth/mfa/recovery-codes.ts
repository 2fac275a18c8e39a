import { randomBytes } from 'node:crypto';
import type { Transaction } from '#server/database/database.ts';
import { hashSecret, REPEATED_WITHIN } from '../secrets.ts';
import type { Session } from '../sessions/sessions.ts';

export const CODES_PER_SET = 10;
const CODE_LENGTH = 16;
/** Crockford's base 32: no letters that look like digits, and no U, so that codes don't form words. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** 80 random bits, short enough to write down. */
function newRecoveryCode(): string {
  return Array.from(randomBytes(CODE_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

/** Undoes what people change when they copy a code from paper: case, groups, and letters that look like digits. */
export function normalizeRecoveryCode(typed: string): string {
  return typed.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');
}

/** Replaces the codes of a set. Only their hashes are stored, so the returned codes can't be shown again. */
export async function replaceCodes(tx: Transaction, factorId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES_PER_SET }, newRecoveryCode);
  await tx.query('delete from auth.mfa_recovery_codes where factor_id = $1', [factorId]);
  await tx.query(
    'insert into auth.mfa_recovery_codes (factor_id, code_hash) select $1, unnest($2::bytea[])',
    [factorId, codes.map(hashSecret)],
  );
  return codes;
}

/** Uses up a code. `wrong`: or used before. `repeated`: this session has just used it, and the answer was lost. */
export async function consumeRecoveryCode(
  tx: Transaction,
  factorId: string,
  typed: string,
  session: Session,
): Promise<'used' | 'repeated' | 'wrong'> {
  const code = [factorId, hashSecret(normalizeRecoveryCode(typed))];
  const { rowCount } = await tx.query(
    `update auth.mfa_recovery_codes set used_at = now()
     where factor_id = $1 and code_hash = $2 and used_at is null`,
    code,
  );
  if (rowCount === 1) return 'used';
  const verified = session.amr.find(({ method }) => method === 'mfa/recovery_code');
  const { rows } = await tx.query(
    `select from auth.mfa_recovery_codes where factor_id = $1 and code_hash = $2
       and used_at > now() - interval '${REPEATED_WITHIN}'
       and abs(extract(epoch from used_at) - $3::float8) < 2`,
    [...code, verified?.timestamp ?? 0],
  );
  return rows.length === 1 ? 'repeated' : 'wrong';
}

export async function countCodes(
  tx: Pick<Transaction, 'query'>,
  factorId: string,
): Promise<{ total: number; remaining: number }> {
  const { rows } = await tx.query<{ total: number; remaining: number }>(
    `select count(*)::int as total, (count(*) filter (where used_at is null))::int as remaining
     from auth.mfa_recovery_codes where factor_id = $1`,
    [factorId],
  );
  return rows[0] ?? { total: 0, remaining: 0 };
}
