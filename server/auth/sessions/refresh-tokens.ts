import type { Transaction } from '#server/database/database.ts';
import type { Sealer } from '#server/sealing/sealer.ts';
import type { RequestContext } from '../request-context.ts';
import { authSealPlace } from '../seal-places.ts';
import { hashSecret, newRefreshToken } from '../secrets.ts';
import { downgradeSession, SECOND_FACTOR_METHODS } from './assurance-level.ts';
import type { Session } from './sessions.ts';

/** For this long a used token returns the newest one, even if its successor was used: several tabs may refresh at once. */
const REUSE_GRACE_SECONDS = 10;

/**
 * The successor, if it was never presented: the response with it may have been lost. A token of before the second step
 * gets none of after it, which would be more than it was worth.
 */
const UNUSED_SUCCESSOR = `select next.sealed_token from auth.refresh_tokens next
  join auth.refresh_tokens used on used.id = next.parent_id
  join auth.sessions s on s.id = next.session_id
  where next.parent_id = $1 and next.used_at is null and not exists (
    select from jsonb_array_elements(s.amr) as proof
    where proof ->> 'method' = any ($2)
      and (proof ->> 'timestamp')::float8 >= floor(extract(epoch from used.created_at))
  )`;

export type Rotation =
  | { outcome: 'unknown' }
  /** The session has reached its time limit. */
  | { outcome: 'expired' }
  | { outcome: 'reused'; session: Session }
  | { outcome: 'rotated'; session: Session; refreshToken: string };

interface TokenRow {
  id: string;
  used: boolean;
  within_grace: boolean;
}

/**
 * Exchanges a refresh token for its successor. A used token gets the same one until that is presented itself. If it
 * comes back later, and after the grace period, one of them was stolen, so the session ends for both.
 */
export async function rotateRefreshToken(
  tx: Transaction,
  sealer: Sealer,
  token: string,
  requestContext: RequestContext,
): Promise<Rotation> {
  // Lock the session before its tokens, in the same order as a sign-out, to avoid deadlocks.
  const locked = await tx.query<Session & { is_active: boolean; is_aal2: boolean }>(
    `select id, user_id, aal, amr, auth.session_lives(s) as is_active, auth.session_is_aal2(s) as is_aal2
     from auth.sessions s
     where id = (select session_id from auth.refresh_tokens where token_hash = $1) for update`,
    [hashSecret(token)],
  );
  const [found] = locked.rows;
  const tokens = await tx.query<TokenRow>(
    `select id, used_at is not null as used,
       coalesce(used_at > clock_timestamp() - make_interval(secs => $2), false) as within_grace
     from auth.refresh_tokens where token_hash = $1`,
    [hashSecret(token), REUSE_GRACE_SECONDS],
  );
  const row = tokens.rows[0];
  if (!found || !row) return { outcome: 'unknown' };
  const { is_active: isActive, is_aal2: isAal2, ...current } = found;
  if (!isActive) {
    await tx.query('delete from auth.sessions where id = $1', [current.id]);
    return { outcome: 'expired' };
  }
  // If the second factor was verified too long ago, the next token is at aal1 and the page asks for it again.
  const session = current.aal === 'aal2' && !isAal2 ? await downgradeSession(tx, current) : current;
  await tx.query('update auth.refresh_tokens set sealed_token = null where id = $1', [row.id]);
  if (!row.used) {
    const refreshToken = await issueSuccessor(tx, sealer, session, row.id, requestContext);
    return { outcome: 'rotated', session, refreshToken };
  }
  const refreshToken = await readSuccessor(tx, sealer, session, row);
  if (refreshToken !== null) return { outcome: 'rotated', session, refreshToken };
  await tx.query('delete from auth.sessions where id = $1', [session.id]);
  return { outcome: 'reused', session };
}

/** Replaces the session's token when its level changes. The caller has locked the session. */
export async function replaceRefreshToken(
  tx: Transaction,
  sealer: Sealer,
  session: Session,
  requestContext: RequestContext,
): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    'select id from auth.refresh_tokens where session_id = $1 and used_at is null',
    [session.id],
  );
  if (!rows[0]) throw new Error('the session has no refresh token');
  return issueSuccessor(tx, sealer, session, rows[0].id, requestContext);
}

async function issueSuccessor(
  tx: Transaction,
  sealer: Sealer,
  session: Session,
  tokenId: string,
  { userAgent, address, timeZone }: RequestContext,
): Promise<string> {
  const next = newRefreshToken();
  await tx.query('update auth.refresh_tokens set used_at = clock_timestamp() where id = $1', [tokenId]);
  await tx.query(
    'insert into auth.refresh_tokens (session_id, parent_id, token_hash, sealed_token) values ($1, $2, $3, $4)',
    [
      session.id,
      tokenId,
      hashSecret(next),
      sealer.seal(Buffer.from(next), authSealPlace.refreshToken(session.id)),
    ],
  );
  await tx.query(
    `update auth.sessions set refreshed_at = now(), user_agent = $2, ip = $3, time_zone = coalesce($4, time_zone)
     where id = $1`,
    [session.id, userAgent, address, timeZone],
  );
  return next;
}

/** The session's only unused token, if the used one may be exchanged for it. */
async function readSuccessor(
  tx: Transaction,
  sealer: Sealer,
  session: Session,
  used: TokenRow,
): Promise<string | null> {
  const newest = 'select sealed_token from auth.refresh_tokens where session_id = $1 and used_at is null';
  const { rows } = used.within_grace
    ? await tx.query<{ sealed_token: Buffer | null }>(newest, [session.id])
    : await tx.query<{ sealed_token: Buffer | null }>(UNUSED_SUCCESSOR, [used.id, SECOND_FACTOR_METHODS]);
  const sealed = rows[0]?.sealed_token;
  return sealed ? sealer.open(sealed, authSealPlace.refreshToken(session.id)).toString() : null;
}
