import { isSameSecret } from '#server/constant-time.ts';
import type { Transaction } from '#server/database/database.ts';
import type { Sealer } from '#server/sealing/sealer.ts';
import { authSealPlace } from '../seal-places.ts';
import { hashSecret, newCode, newLinkToken } from '../secrets.ts';
import type { ClientFingerprint } from '../sessions/recognized-devices.ts';

export type TokenType = 'confirmation' | 'recovery' | 'email_change' | 'magiclink' | 'reauthentication';

/**
 * Wrong attempts for one code, counted separately for the browser that requested the mail, for its network, and for
 * everyone else. With 10^8 codes, the 15 attempts succeed once in six million mails.
 */
const MAX_CODE_ATTEMPTS = 5;
const LIFETIME = '1 hour';

/** A one-time token that a link or a code has just used up. */
export interface ConsumedToken {
  user_id: string;
  token_type: TokenType;
  relates_to: string;
  flow_state_id: string | null;
}

interface TokenRequest {
  userId: string;
  type: TokenType;
  /** The recipient of the mail. */
  email: string;
  flowStateId?: string | undefined;
  fingerprint: ClientFingerprint;
}

/** Creates a mail's secrets. Older mails stay valid for their hour, so that another's request breaks no one's mail. */
export async function issueOneTimeToken(
  tx: Transaction,
  sealer: Sealer,
  { userId, type, email, flowStateId, fingerprint }: TokenRequest,
): Promise<{ linkToken: string; code: string }> {
  const linkToken = newLinkToken({ pkce: flowStateId !== undefined });
  const code = newCode();
  const hash = hashSecret(linkToken);
  await tx.query(
    `insert into auth.one_time_tokens
       (user_id, token_type, token_hash, sealed_code, relates_to, flow_state_id, requester_device, requester_network, expires_at)
     select u.id, $2, $3, $4, $5, $6, $7, $8, now() + $9::interval from auth.users u where u.id = $1`,
    [
      userId,
      type,
      hash,
      sealer.seal(Buffer.from(code), authSealPlace.oneTimeCode(hash)),
      email,
      flowStateId ?? null,
      fingerprint.device ?? null,
      fingerprint.network,
      LIFETIME,
    ],
  );
  return { linkToken, code };
}

const USED = 'user_id, token_type, relates_to, flow_state_id';

/**
 * Uses up the token of a link; of two requests at the same time, only one gets it. A link with a PKCE challenge works
 * only in the browser that requested it, which may not be the owner's. So the code in the same mail still works.
 */
export async function consumeLinkToken(
  tx: Transaction,
  linkToken: string,
  types: readonly TokenType[],
): Promise<ConsumedToken | undefined> {
  await lockOwners(tx, 'token_hash', hashSecret(linkToken));
  const { rows } = await tx.query<ConsumedToken>(
    `update auth.one_time_tokens set link_used_at = now()
     where token_hash = $1 and token_type = any($2) and expires_at > now() and link_used_at is null
     returning ${USED}`,
    [hashSecret(linkToken), types],
  );
  const [used] = rows;
  if (used?.flow_state_id === null) await deleteTokensOfType(tx, used);
  return used;
}

/** When one mail was used, the others of its type are no longer valid. */
async function deleteTokensOfType(
  tx: Transaction,
  { user_id: userId, token_type: type }: ConsumedToken,
): Promise<void> {
  await tx.query('delete from auth.one_time_tokens where user_id = $1 and token_type = $2', [userId, type]);
}

interface CodeRow extends ConsumedToken {
  id: string;
  token_hash: Buffer;
  sealed_code: Buffer;
  who: 'device' | 'network' | 'stranger';
}

interface CodeAttempt {
  email: string;
  code: string;
  types: readonly TokenType[];
  fingerprint: ClientFingerprint;
}

/**
 * Uses up a code; undefined if it is wrong. A wrong code costs an attempt, so the transaction must commit in either case.
 * Attempts of the client that requested the mail are counted separately from others. The link works regardless.
 */
export async function consumeCode(
  tx: Transaction,
  sealer: Sealer,
  { email, code, types, fingerprint }: CodeAttempt,
): Promise<ConsumedToken | undefined> {
  await lockOwners(tx, 'relates_to', email);
  const { rows } = await tx.query<CodeRow>(
    `select t.id, t.token_hash, t.sealed_code, ${USED}, w.who
     from auth.one_time_tokens t
       cross join lateral (
         select case when t.requester_device = $4 then 'device' when t.requester_network = $5 then 'network' else 'stranger' end
       ) as w (who)
       left join auth.code_attempts a on a.token_id = t.id and a.who = w.who
     where t.relates_to = $1 and t.token_type = any($2) and t.expires_at > now() and coalesce(a.attempts, 0) < $3
     order by t.id`,
    [email, types, MAX_CODE_ATTEMPTS, fingerprint.device ?? null, fingerprint.network],
  );
  const match = rows.find((row) =>
    isSameSecret(code, sealer.open(row.sealed_code, authSealPlace.oneTimeCode(row.token_hash))),
  );
  if (!match) {
    await tx.query(
      `insert into auth.code_attempts as a (token_id, who, attempts)
       select token_id, who, 1 from unnest($1::uuid[], $2::text[]) as t (token_id, who)
       on conflict (token_id, who) do update set attempts = a.attempts + 1`,
      [rows.map(({ id }) => id), rows.map(({ who }) => who)],
    );
    return undefined;
  }
  await deleteTokensOfType(tx, match);
  return match;
}

/** Locks the user before the token, like all other code: different orders would deadlock. */
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

/** Whether a mail of this type was sent whose link is still valid. */
export async function hasPendingToken(tx: Transaction, userId: string, type: TokenType): Promise<boolean> {
  const { rowCount } = await tx.query(
    'select from auth.one_time_tokens where user_id = $1 and token_type = $2 and expires_at > now()',
    [userId, type],
  );
  return rowCount !== 0;
}

/** Makes all mailed links and codes invalid, also the codes of links that were pressed, for example after a password change. */
export async function deleteOneTimeTokens(tx: Transaction, userId: string): Promise<void> {
  await tx.query('delete from auth.one_time_tokens where user_id = $1', [userId]);
  await tx.query('delete from auth.flow_state where user_id = $1 and auth_code_hash is not null', [userId]);
}
