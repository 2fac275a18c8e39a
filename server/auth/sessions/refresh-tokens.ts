import type { Transaction } from '#server/database/database.ts';
import type { Sealer } from '#server/sealing/sealer.ts';
import type { RequestContext } from '../request-context.ts';
import { authSealPlace } from '../seal-places.ts';
import { hashSecret, newRefreshToken } from '../secrets.ts';
import { downgradeSession } from './assurance-level.ts';
import type { Session } from './sessions.ts';

/** For this long a used token returns the newest one, even if its successor was used: several tabs may refresh at once. */
const REUSE_GRACE_SECONDS = 10;

/**
 * The unused token that comes from a used one ($1): the next one or, if $2, any. A server of the release before, which may
 * still run beside this one, also makes the token of the second step the next one, and no earlier one may lead to that.
 */
const UNUSED_SUCCESSOR = `with recursive line as (
    select id, used_at, sealed_token from auth.refresh_tokens where parent_id = $1
    union all
    select next.id, next.used_at, next.sealed_token
    from line join auth.refresh_tokens next on next.parent_id = line.id where $2
  ) select sealed_token from line where used_at is null and ($2 or not exists (
    select from auth.refresh_tokens used join auth.sessions s on s.id = used.session_id
    where used.id = $1 and used.created_at < s.raised_at
  ))`;

export type Rotation =
  | { outcome: 'unknown' }
  /** The session has reached its time limit. */
  | { outcome: 'expired' }
  /** The second step gave the session another token just now. A tab that waits for a moment has it. */
  | { outcome: 'superseded' }
  | { outcome: 'reused'; session: Session }
  | { outcome: 'rotated'; session: Session; refreshToken: string };

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
  const tokens = await tx.query<{ id: string; used: boolean; within_grace: boolean }>(
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
    const refreshToken = await issueRefreshToken(tx, sealer, session, requestContext, row.id);
    return { outcome: 'rotated', session, refreshToken };
  }
  const successors = await tx.query<{ sealed_token: Buffer | null }>(UNUSED_SUCCESSOR, [
    row.id,
    row.within_grace,
  ]);
  const sealed = successors.rows[0]?.sealed_token;
  if (sealed) {
    const refreshToken = sealer.open(sealed, authSealPlace.refreshToken(session.id)).toString();
    return { outcome: 'rotated', session, refreshToken };
  }
  if (row.within_grace) return { outcome: 'superseded' };
  await tx.query('delete from auth.sessions where id = $1', [session.id]);
  return { outcome: 'reused', session };
}

/**
 * Replaces the session's unused token. The caller has locked the session. Without `parentId`, no earlier token can be
 * exchanged for the new one: after the second step, that would be more than it was worth.
 */
export async function issueRefreshToken(
  tx: Transaction,
  sealer: Sealer,
  session: Session,
  { userAgent, address, timeZone }: RequestContext,
  parentId: string | null = null,
): Promise<string> {
  const next = newRefreshToken();
  await tx.query(
    'update auth.refresh_tokens set used_at = clock_timestamp() where session_id = $1 and used_at is null',
    [session.id],
  );
  await tx.query(
    'insert into auth.refresh_tokens (session_id, parent_id, token_hash, sealed_token) values ($1, $2, $3, $4)',
    [
      session.id,
      parentId,
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
