import { timingSafeEqual } from 'node:crypto';
import type { Transaction } from '#server/database/database.ts';
import type { Sealer } from '#server/sealing/sealer.ts';
import { hashOf, newCode, newLinkToken } from './secrets.ts';

export type TokenType = 'confirmation' | 'recovery' | 'email_change' | 'magiclink' | 'reauthentication';

/** With a million codes, five guesses of strangers succeed once in 200,000 mails. */
const CODE_ATTEMPTS = 5;
const LIFETIME = '1 hour';

/** What a followed link or an entered code stands for. It exists once: whoever has it has used it up. */
export interface UsedToken {
  user_id: string;
  token_type: TokenType;
  relates_to: string;
  flow_state_id: string | null;
}

interface Wanted {
  userId: string;
  type: TokenType;
  /** The address that the mail goes to. */
  email: string;
  flowStateId?: string | undefined;
}

/** Makes the secrets of a mail. An older mail of this kind is of no use from now on. */
export async function issueOneTimeToken(
  tx: Transaction,
  sealer: Sealer,
  { userId, type, email, flowStateId }: Wanted,
): Promise<{ linkToken: string; code: string }> {
  const linkToken = newLinkToken({ pkce: flowStateId !== undefined });
  const code = newCode();
  const hash = hashOf(linkToken);
  await tx.query(
    `insert into auth.one_time_tokens
       (user_id, token_type, token_hash, sealed_code, relates_to, flow_state_id, expires_at)
     select u.id, $2, $3, $4, $5, $6, now() + $7::interval from auth.users u where u.id = $1
     on conflict (user_id, token_type) do update set
       token_hash = excluded.token_hash, sealed_code = excluded.sealed_code, code_attempts = 0,
       relates_to = excluded.relates_to, flow_state_id = excluded.flow_state_id,
       expires_at = excluded.expires_at, created_at = now()`,
    [userId, type, hash, sealer.seal(Buffer.from(code), place(hash)), email, flowStateId ?? null, LIFETIME],
  );
  return { linkToken, code };
}

const USED = 'user_id, token_type, relates_to, flow_state_id';

/** Uses a link's token up; of two that come at once, one gets it. */
export async function useLinkToken(
  tx: Transaction,
  linkToken: string,
  types: readonly TokenType[],
): Promise<UsedToken | undefined> {
  await lockOwners(tx, 'token_hash', hashOf(linkToken));
  const { rows } = await tx.query<UsedToken>(
    `delete from auth.one_time_tokens
     where token_hash = $1 and token_type = any($2) and expires_at > now() returning ${USED}`,
    [hashOf(linkToken), types],
  );
  return rows[0];
}

interface CodeRow {
  id: string;
  token_hash: Buffer;
  sealed_code: Buffer;
}

/**
 * Uses a code up. A wrong one costs an attempt, which must be kept: the transaction has to commit in either
 * case. After the last attempt the link still works, so that strangers can lock nobody out.
 */
export async function useCode(
  tx: Transaction,
  sealer: Sealer,
  { email, code, types }: { email: string; code: string; types: readonly TokenType[] },
): Promise<UsedToken | undefined> {
  await lockOwners(tx, 'relates_to', email);
  const { rows } = await tx.query<CodeRow>(
    `select id, token_hash, sealed_code from auth.one_time_tokens
     where relates_to = $1 and token_type = any($2) and expires_at > now() and code_attempts < $3
     order by id`,
    [email, types, CODE_ATTEMPTS],
  );
  const match = rows.find((row) => sameText(sealer.open(row.sealed_code, place(row.token_hash)), code));
  if (!match) {
    await tx.query('update auth.one_time_tokens set code_attempts = code_attempts + 1 where id = any($1)', [
      rows.map((row) => row.id),
    ]);
    return undefined;
  }
  const used = await tx.query<UsedToken>(`delete from auth.one_time_tokens where id = $1 returning ${USED}`, [
    match.id,
  ]);
  return used.rows[0];
}

/** First the person, then the token, as everywhere: two that lock in different orders wait for each other. */
async function lockOwners(
  tx: Transaction,
  column: 'token_hash' | 'relates_to',
  value: Buffer | string,
): Promise<void> {
  await tx.query(
    `select id from auth.users where id in (select user_id from auth.one_time_tokens where ${column} = $1)
     order by id for update`,
    [value],
  );
}

/** Whether a mail of this kind is out that still opens something. */
export async function isMailOut(tx: Transaction, userId: string, type: TokenType): Promise<boolean> {
  const { rowCount } = await tx.query(
    'select from auth.one_time_tokens where user_id = $1 and token_type = $2 and expires_at > now()',
    [userId, type],
  );
  return rowCount !== 0;
}

/** What was mailed before a new password or a new address opens nothing any more. */
export async function dropOneTimeTokens(tx: Transaction, userId: string): Promise<void> {
  await tx.query('delete from auth.one_time_tokens where user_id = $1', [userId]);
}

const place = (tokenHash: Buffer) => `one-time-code:${tokenHash.toString('hex')}`;

function sameText(expected: Buffer, given: string): boolean {
  const bytes = Buffer.from(given);
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}
