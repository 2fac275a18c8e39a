import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Transaction } from '#server/database/database.ts';
import { limitFactorAttempts } from '../attempt-limits.ts';
import { audit } from '../audit.ts';
import { type AuthContext, requireBearer } from '../context.ts';
import { AuthError } from '../errors.ts';
import {
  deleteChallenge,
  deleteFactor,
  deleteUnverifiedFactors,
  hasSecondFactor,
  issueChallenge,
  recoverySetOf,
  requireChallenge,
  requireFactorSlot,
  requireTotpFactor,
  type TotpFactor,
  verifiedApps,
} from '../mfa/factors.ts';
import { type LockedSession, needsSecondFactor, upgradeSession, withSession } from '../mfa/session-aal.ts';
import { matchingTotpStep, newTotpSecret, qrCode, totpUri } from '../mfa/totp.ts';
import { readRequestContext } from '../request-context.ts';
import { authSealPlace } from '../seal-places.ts';
import { downgradeSessions, hasMailProof } from '../sessions/assurance-level.ts';
import { type Session, tokenResponse } from '../sessions/sessions.ts';
import { addresseeOf, readUser } from '../users/users.ts';
import { factorName, readBody } from '../validation.ts';

/** Of the entries in the log. */
const details = { type: 'totp' };

/** Authenticator apps of the signed-in user: enroll, challenge, verify, unenroll. */
export function factorRoutes(app: FastifyInstance, context: AuthContext): void {
  const { database, keys, sealer, mails, issuer, devices } = context;

  app.post('/factors', async (request) => {
    const body = readBody(enrolShape, request);
    if (body.factor_type !== 'totp') throw new AuthError(`mfa_${body.factor_type}_enroll_not_enabled`);
    return withSession(context, request, async (tx, own) => {
      await requireRightToAdd(tx, context, own);
      const name = body.friendly_name ?? '';
      requireFactorSlot(own.user, name);
      const [id, secret] = [randomUUID(), newTotpSecret()];
      const sealedSecret = sealer.seal(Buffer.from(secret), authSealPlace.totpSecret(id));
      await deleteUnverifiedFactors(tx, own.user.id);
      await tx.query(
        `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, sealed_secret)
         values ($1, $2, $3, 'totp', $4)`,
        [id, own.user.id, name, sealedSecret],
      );
      const uri = totpUri(secret, { issuer: body.issuer || issuer(), account: own.user.email });
      return { id, type: 'totp', friendly_name: name, totp: { qr_code: qrCode(uri), secret, uri } };
    });
  });

  app.post('/factors/:factorId/challenge', async (request) =>
    withSession(context, request, async (tx, { user, session }) => {
      const factor = await requireTotpFactor(tx, user.id, factorIdOf(request));
      return { ...(await issueChallenge(tx, factor.id, session.id)), type: 'totp' };
    }),
  );

  app.post('/factors/:factorId/verify', async (request, reply) => {
    const body = readBody(verifyShape, request);
    const requestContext = readRequestContext(request);
    const { userId } = await requireBearer(request, keys);
    const { id, status } = await requireTotpFactor(database, userId, factorIdOf(request));
    // Who sets an app up knows its secret. What they mistype is not a guess at the apps that they have.
    const refund = await limitFactorAttempts(context, request, userId, status === 'verified' ? 'apps' : id);
    // The failed attempt must be recorded, so the error is thrown after the transaction.
    const opened = await withSession(context, request, async (tx, own) => {
      const { user, session } = own;
      const asked = await requireTotpFactor(tx, user.id, factorIdOf(request));
      await requireChallenge(tx, { id: body.challenge_id, factorId: asked.id, sessionId: session.id });
      const isNew = asked.status === 'unverified';
      // Enrollment may have started before another factor was added, or in another session, so check again.
      if (isNew) await requireRightToAdd(tx, context, own);
      // A person with several apps enters the code of any, and all have one limit. A new app has to prove itself.
      const apps = isNew ? [asked] : await verifiedApps(tx, user.id);
      const shown = appShowing(apps, body.code.replace(/\s/g, ''));
      // The right code of this session again: the answer to it was lost.
      if (shown && shown.step === shown.lastStep && hasJustVerified(session)) {
        await deleteChallenge(tx, body.challenge_id);
        return upgradeSession(tx, sealer, session, 'totp', requestContext);
      }
      if (!shown || shown.step <= shown.lastStep) {
        await audit(tx, { action: 'auth.factor_failed', userId: user.id, requestContext, details });
        return undefined;
      }
      // This code and older ones can't be used again.
      await tx.query(
        `update auth.mfa_factors set last_step = $2, status = 'verified', updated_at = now() where id = $1`,
        [shown.id, shown.step],
      );
      await deleteChallenge(tx, body.challenge_id);
      const action = isNew ? 'auth.factor_added' : 'auth.factor_verified';
      await audit(tx, { action, userId: user.id, requestContext, details });
      if (isNew) await mails.send(tx, 'factor_added', addresseeOf(user));
      return upgradeSession(tx, sealer, session, 'totp', requestContext);
    });
    if (!opened) throw new AuthError('mfa_verification_failed');
    await refund();
    await devices.remember(request, reply, userId, 'aal2');
    return tokenResponse(opened, context);
  });

  app.delete('/factors/:factorId', async (request) =>
    withSession(context, request, async (tx, own) => {
      const { user } = own;
      const factor = await requireTotpFactor(tx, user.id, factorIdOf(request));
      if (factor.status === 'verified') {
        if (needsSecondFactor(own)) throw new AuthError('insufficient_aal_to_unenroll');
        await mails.send(tx, 'factor_removed', addresseeOf(user));
        const requestContext = readRequestContext(request);
        await audit(tx, { action: 'auth.factor_removed', userId: user.id, requestContext, details });
      }
      await deleteFactor(tx, factor.id);
      await removeUnusedRecoveryCodes(tx, user.id);
      return { id: factor.id };
    }),
  );

  /** The app that shows this code, and the code's time step. */
  function appShowing(apps: readonly TotpFactor[], code: string) {
    for (const { id, last_step: lastStep, sealed_secret: sealed } of apps) {
      const secret = sealer.open(sealed, authSealPlace.totpSecret(id)).toString();
      const step = matchingTotpStep(secret, code);
      if (step !== undefined) return { id, lastStep: lastStep ?? 0, step };
    }
    return undefined;
  }
}

/**
 * Adding another app requires aal2. If staff need a second factor, their first app requires proof of the mailbox:
 * otherwise someone with a stolen password could enroll their own app.
 */
async function requireRightToAdd(
  tx: Transaction,
  { staffMfa }: Pick<AuthContext, 'staffMfa'>,
  own: LockedSession,
): Promise<void> {
  const { user, session } = own;
  if (needsSecondFactor(own)) throw new AuthError('insufficient_aal_to_enroll');
  const isStaff = user.portal_role !== null && user.portal_role !== 'client';
  if (staffMfa === 'optional' || !isStaff || hasSecondFactor(user)) return;
  if (!(await hasMailProof(tx, session.id))) throw new AuthError('reauthentication_needed_for_factor');
}

/** After the last app is removed, recovery codes are removed too, and all sessions go back to aal1. */
async function removeUnusedRecoveryCodes(tx: Transaction, userId: string): Promise<void> {
  const user = await readUser(tx, userId);
  if (hasSecondFactor(user)) return;
  const set = recoverySetOf(user);
  if (set) await deleteFactor(tx, set.id);
  await downgradeSessions(tx, userId);
}

/** A code can be entered for a minute and a half. */
const CODE_SECONDS = 90;

const hasJustVerified = ({ aal, amr }: Session): boolean =>
  aal === 'aal2' &&
  amr.some(({ method, timestamp }) => method === 'totp' && timestamp > Date.now() / 1000 - CODE_SECONDS);

const enrolShape = z.object({
  factor_type: z.enum(['totp', 'phone', 'webauthn'], 'factor_type needs to be totp, phone, or webauthn'),
  friendly_name: factorName.nullish(),
  issuer: factorName.nullish(),
});

const verifyShape = z.object({
  challenge_id: z.uuid('challenge_id must be an UUID'),
  code: z.string('Code needs to be non-empty').min(1, 'Code needs to be non-empty').max(100),
});

const paramsShape = z.object({ factorId: z.uuid() });

function factorIdOf(request: FastifyRequest): string {
  const params = paramsShape.safeParse(request.params);
  if (!params.success) {
    throw new AuthError('mfa_factor_not_found', { message: 'factor_id must be an UUID' });
  }
  return params.data.factorId;
}
