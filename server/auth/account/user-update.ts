import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Transaction } from '#server/database/database.ts';
import { audit } from '../audit.ts';
import { type AuthContext, type Bearer, requireBearer } from '../context.ts';
import { AuthError } from '../errors.ts';
import { sendLinkMail } from '../mails/link-mails.ts';
import { limitMails } from '../mails/mail-limit.ts';
import { hasRequiredLevel, lockSession, needsSecondFactor } from '../mfa/session-aal.ts';
import { type RequestContext, readRequestContext } from '../request-context.ts';
import { REPEATED_WITHIN } from '../secrets.ts';
import { hasMailProof, recordMailProof } from '../sessions/assurance-level.ts';
import { deleteSessions } from '../sessions/sessions.ts';
import { isStorableMetadata, type Metadata, mergeMetadata } from '../users/metadata.ts';
import { requireStrongPassword } from '../users/password-rule.ts';
import {
  addresseeOf,
  findUserByEmail,
  readUser,
  requireUserOfSession,
  type User,
  userResponse,
} from '../users/users.ts';
import { email, metadata, pkceChallengeOf, pkceFields, readBody, readRedirectTo } from '../validation.ts';
import { consumeCode, deleteOneTimeTokens } from '../verification/one-time-tokens.ts';

const shape = z.object({
  email: email.nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  nonce: z.string().nullish(),
  data: metadata.nullish(),
  ...pkceFields,
});

/** Reads and updates the signed-in user. */
export function userRoutes(app: FastifyInstance, context: AuthContext): void {
  const { database, keys, devices } = context;

  app.get('/user', async (request) => {
    const session = await requireBearer(request, keys);
    return userResponse(await requireUserOfSession(database, session));
  });

  app.put('/user', async (request, reply) => {
    const session = await requireBearer(request, keys);
    const body = readBody(shape, request);
    if (body.phone) throw new AuthError('phone_provider_disabled');
    const password = body.password ?? undefined;
    if (password !== undefined) requireStrongPassword(password);
    const user = await requireUserOfSession(database, session);
    const newEmail = body.email && body.email !== user.email ? body.email : undefined;
    if (password !== undefined || newEmail !== undefined) {
      // Before comparing passwords: a session at aal1 must not be able to test the current password.
      if (!(await hasRequiredLevel(database, session, user))) throw new AuthError('insufficient_aal');
      if (body.nonce == null) await requireRecentProof(context, session, user, newEmail);
      else await reauthenticate(context, request, session, user, body.nonce);
    } else if (body.nonce) {
      // A code without changes proves access to the mailbox. Staff need that before they enroll their first factor.
      await reauthenticate(context, request, session, user, body.nonce);
    }
    // Counts also if the address is taken.
    if (newEmail !== undefined) await limitMails(context, request, 'email_change', user.email);

    const passwordHash =
      password === undefined ? undefined : await hashNewPassword(context, user, session, password);
    const linkMail = {
      kind: 'email_change',
      redirectTo: readRedirectTo(request),
      challenge: pkceChallengeOf(body),
      fingerprint: await devices.issueFingerprint(request, reply),
    } as const;
    const requestContext = readRequestContext(request);
    const updated = await database.asOwner(async (tx) => {
      const own = await lockSession(tx, session);
      const { user: locked } = own;
      if ((newEmail || passwordHash) && needsSecondFactor(own)) throw new AuthError('insufficient_aal');
      if (body.data) await mergeData(tx, locked, body.data);
      if (passwordHash) await changePassword(tx, context, locked, session, passwordHash, requestContext);
      if (newEmail && newEmail !== locked.email) {
        if (await findUserByEmail(tx, newEmail)) throw new AuthError('email_exists');
        await tx.query('update auth.users set email_change = $2, updated_at = now() where id = $1', [
          locked.id,
          newEmail,
        ]);
        await sendLinkMail(tx, context, locked, { ...linkMail, email: newEmail });
        // The owner of the current address can still stop the change.
        await context.mails.send(tx, 'email_change_asked', addresseeOf(locked));
      }
      return readUser(tx, locked.id);
    });
    return userResponse(updated);
  });
}

async function mergeData(tx: Transaction, user: User, sent: Metadata): Promise<void> {
  const data = mergeMetadata(user.raw_user_meta_data, sent);
  if (!isStorableMetadata(data)) throw new AuthError('validation_failed', { message: 'data is too large' });
  await tx.query('update auth.users set raw_user_meta_data = $2, updated_at = now() where id = $1', [
    user.id,
    data,
  ]);
}

/** Changes the password and ends everything that someone with the old one may have started. */
async function changePassword(
  tx: Transaction,
  { mails }: AuthContext,
  user: User,
  { userId, sessionId }: Bearer,
  passwordHash: string,
  requestContext: RequestContext,
): Promise<void> {
  // Including a change of address: its mail could be requested again.
  await tx.query(
    `update auth.users set encrypted_password = $2, email_change = null, email_change_sent_at = null,
       updated_at = now()
     where id = $1`,
    [userId, passwordHash],
  );
  // Including a correction that was started with a super user's stolen session.
  await tx.query('delete from nutmeg.email_corrections where user_id = $1', [userId]);
  await deleteSessions(tx, { userId, sessionId, scope: 'others' });
  await deleteOneTimeTokens(tx, userId);
  await mails.send(tx, 'password_changed', addresseeOf(user));
  await audit(tx, { action: 'auth.password_changed', userId, requestContext });
}

/** For this long after signing in, a password change needs no further proof. */
const FRESH_SESSION = '24 hours';
/** Per user, for all sessions: a stolen session must not guess the password, or find out who has an account. */
const CHANGES = { points: 10, seconds: 3600 };

/**
 * A new password requires a sign-in within the last day. A new address requires recent access to the current mailbox (a
 * mailed link or the code of `/reauthenticate`), since the address controls the account. Call it before comparing or
 * looking up anything, so that its errors reveal nothing.
 */
async function requireRecentProof(
  context: AuthContext,
  session: Bearer,
  user: User,
  newEmail: string | undefined,
): Promise<void> {
  const { database } = context;
  const byMail = await hasMailProof(database, session.sessionId);
  await takeAttempt(context, user, byMail);
  if (byMail) return;
  if (newEmail !== undefined) throw new AuthError('reauthentication_needed_for_email');
  const fresh = await database.query(
    'select from auth.sessions where id = $1 and created_at > now() - $2::interval',
    [session.sessionId, FRESH_SESSION],
  );
  if (fresh.rowCount === 0) throw new AuthError('reauthentication_needed');
}

/** Uses up the mailed code, and records that the session has access to the mailbox. Throws `reauthentication_not_valid`. */
async function reauthenticate(
  context: AuthContext,
  request: FastifyRequest,
  { sessionId }: Bearer,
  user: User,
  code: string,
): Promise<void> {
  const fingerprint = await context.devices.readFingerprint(request);
  await takeAttempt(context, user, false);
  const attempt = { email: user.email, code, types: ['reauthentication'], fingerprint } as const;
  // In a separate transaction: the failed attempt must be recorded.
  const isRight = await context.database.asOwner(async (tx) => {
    const used = await consumeCode(tx, context.sealer, attempt);
    if (used?.user_id !== user.id) return false;
    await recordMailProof(tx, sessionId);
    return true;
  });
  // The code may have been used a moment ago, and the answer was lost. The proof counts without it, too.
  if (!isRight && !(await hasMailProof(context.database, sessionId)))
    throw new AuthError('reauthentication_not_valid');
}

/** Sessions with access to the mailbox have a separate budget, which a session with only the password can't use up. */
async function takeAttempt({ buckets }: AuthContext, user: User, byMail: boolean): Promise<void> {
  await buckets.take([{ key: ['user change', byMail ? 'by mail' : 'by password', user.id], ...CHANGES }]);
}

/**
 * Hashes a new password; undefined if this session has just set it, and the answer was lost. Throws `same_password` if
 * it is the current one otherwise.
 */
async function hashNewPassword(
  { database, passwordHasher }: Pick<AuthContext, 'database' | 'passwordHasher'>,
  user: User,
  { sessionId }: Bearer,
  password: string,
): Promise<string | undefined> {
  if (!(await passwordHasher.verify(password, user.encrypted_password))) return passwordHasher.hash(password);
  // A change ends all other sessions, so an older one has made it.
  const { rowCount } = await database.query(
    `select from public.audit_log a join auth.sessions s on s.id = $2 and s.created_at < a.at
     where a.subject_id = $1 and a.action = 'auth.password_changed' and a.at > now() - interval '${REPEATED_WITHIN}'`,
    [user.id, sessionId],
  );
  if (rowCount === 0) throw new AuthError('same_password');
  return undefined;
}
