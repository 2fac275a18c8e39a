import type { Transaction } from '#server/database/database.ts';
import type { Session } from './sessions.ts';

/** The hosted service's names in the `amr` claim. */
export type SecondFactorMethod = 'totp' | 'mfa/recovery_code';
const SECOND_FACTOR_METHODS: readonly string[] = ['totp', 'mfa/recovery_code'] satisfies SecondFactorMethod[];

const LOWER = `update auth.sessions set aal = 'aal1', amr = (
    select coalesce(jsonb_agg(proof), '[]') from jsonb_array_elements(amr) as proof
    where proof ->> 'method' <> all ($2)
  )`;

/** Takes all sessions of a user without second factors back to aal1. */
export async function downgradeSessions(tx: Transaction, userId: string): Promise<void> {
  await tx.query(`${LOWER} where user_id = $1`, [userId, SECOND_FACTOR_METHODS]);
}

/** Takes a session back to aal1 if its second factor was verified too long ago. */
export async function downgradeSession(tx: Transaction, session: Session): Promise<Session> {
  const { rows } = await tx.query<Session>(`${LOWER} where id = $1 returning id, user_id, aal, amr`, [
    session.id,
    SECOND_FACTOR_METHODS,
  ]);
  return rows[0] ?? session;
}

/** How long access to the mailbox counts as proved. */
const MAIL_PROOF = '1 hour';

/** Whether the session has recently proved access to the mailbox, with a link or a code from a mail. */
export async function hasMailProof(db: Pick<Transaction, 'query'>, sessionId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from auth.sessions s cross join lateral jsonb_array_elements(s.amr) as proof
     where s.id = $1 and proof ->> 'method' = 'otp'
       and to_timestamp((proof ->> 'timestamp')::float8) > now() - $2::interval`,
    [sessionId, MAIL_PROOF],
  );
  return rowCount > 0;
}

/** What proved access to the mailbox until now proves nothing about the user's new one. */
export async function expireMailProofs(tx: Transaction, userId: string): Promise<void> {
  await tx.query(
    `update auth.sessions set amr = (
       select jsonb_agg(
         case when proof ->> 'method' = 'otp'
           then proof || jsonb_build_object('timestamp', least(
             (proof ->> 'timestamp')::float8, floor(extract(epoch from now() - $2::interval))
           )::bigint)
           else proof
         end order by place
       )
       from jsonb_array_elements(amr) with ordinality as e (proof, place)
     )
     where user_id = $1 and amr @> '[{"method": "otp"}]'`,
    [userId, MAIL_PROOF],
  );
}

/** Records that a code from a mail was entered in this session. */
export async function recordMailProof(tx: Transaction, sessionId: string): Promise<void> {
  await tx.query(
    `update auth.sessions set amr = jsonb_build_array(
         jsonb_build_object('method', 'otp', 'timestamp', floor(extract(epoch from now()))::bigint)
       ) || (
         select coalesce(jsonb_agg(proof), '[]') from jsonb_array_elements(amr) as proof
         where proof ->> 'method' <> 'otp'
       )
     where id = $1`,
    [sessionId],
  );
}
