import type { Transaction } from '#server/database/database.ts';
import type { Sealer } from '#server/sealing/sealer.ts';
import type { RequestContext } from '../request-context.ts';
import { authSealPlace } from '../seal-places.ts';
import { hashSecret, newRefreshToken } from '../secrets.ts';
import { downgradeSession } from './assurance-level.ts';
import type { Session } from './sessions.ts';

/** Two tabs may refresh at once, and an answer may get lost: so long the old token gives the same successor. */
const REUSE_GRACE_SECONDS = 10;

export type Rotation =
  | { outcome: 'unknown' }
  /** Over its limits: it no longer opens anything. */
  | { outcome: 'expired' }
  | { outcome: 'reused'; session: Session }
  | { outcome: 'rotated'; session: Session; refreshToken: string };

interface TokenRow {
  id: string;
  used: boolean;
  within_grace: boolean;
}

/**
 * Exchanges a refresh token for its successor. A token that comes back later than a client would send it was
 * stolen, or is a thief's: nobody can tell which, so the session ends for both.
 */
export async function rotateRefreshToken(
  tx: Transaction,
  sealer: Sealer,
  token: string,
  origin: RequestContext,
): Promise<Rotation> {
  // First the session, then its tokens: the same order as a sign-out, which would else wait for us and we for it.
  const locked = await tx.query<Session & { lives: boolean; stands_raised: boolean }>(
    `select id, user_id, aal, amr, auth.session_lives(s) as lives, auth.session_stands_raised(s) as stands_raised
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
  const { lives, stands_raised: standsRaised, ...present } = found;
  if (!lives) {
    await tx.query('delete from auth.sessions where id = $1', [present.id]);
    return { outcome: 'expired' };
  }
  // The next token says that the second factor was shown too long ago, and the page asks for it again.
  const session = present.aal === 'aal2' && !standsRaised ? await downgradeSession(tx, present) : present;
  if (!row.used) {
    const refreshToken = await succeed(tx, sealer, session, row.id, origin);
    return { outcome: 'rotated', session, refreshToken };
  }
  if (row.within_grace) {
    return { outcome: 'rotated', session, refreshToken: await successor(tx, sealer, session) };
  }
  await tx.query('delete from auth.sessions where id = $1', [session.id]);
  return { outcome: 'reused', session };
}

/** The session's next token, for whoever has shown more than the present one. The caller has locked the session. */
export async function replaceRefreshToken(
  tx: Transaction,
  sealer: Sealer,
  session: Session,
  origin: RequestContext,
): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    'select id from auth.refresh_tokens where session_id = $1 and used_at is null',
    [session.id],
  );
  if (!rows[0]) throw new Error('the session has no refresh token');
  return succeed(tx, sealer, session, rows[0].id, origin);
}

async function succeed(
  tx: Transaction,
  sealer: Sealer,
  session: Session,
  tokenId: string,
  { userAgent, address, timeZone }: RequestContext,
): Promise<string> {
  const next = newRefreshToken();
  await tx.query(
    'update auth.refresh_tokens set used_at = clock_timestamp(), sealed_token = null where id = $1',
    [tokenId],
  );
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

/** The session's one token that is not used yet: of a used one it is the successor, or the successor's. */
async function successor(tx: Transaction, sealer: Sealer, session: Session): Promise<string> {
  const { rows } = await tx.query<{ sealed_token: Buffer | null }>(
    'select sealed_token from auth.refresh_tokens where session_id = $1 and used_at is null',
    [session.id],
  );
  const sealed = rows[0]?.sealed_token;
  if (!sealed) throw new Error('the successor of a refresh token is missing');
  return sealer.open(sealed, authSealPlace.refreshToken(session.id)).toString();
}
