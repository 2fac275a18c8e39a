import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Transaction } from '#server/database/database.ts';
import { audit } from '../audit.ts';
import { factorName, readBody } from '../bodies.ts';
import { type AuthContext, bearerSession } from '../context.ts';
import { AuthError } from '../errors.ts';
import { deleteChallenge, issueChallenge, requireChallenge } from '../mfa/challenges.ts';
import {
  acceptStep,
  deleteFactor,
  hasSecondFactor,
  insertTotpFactor,
  recoverySetOf,
  requireRoom,
  requireTotpFactor,
  type TotpFactor,
} from '../mfa/factors.ts';
import { asOwnSession, lacksSecondFactor, type OwnSession, raiseSession } from '../mfa/second-factor.ts';
import { newTotpSecret, qrCode, stepOfCode, totpUri } from '../mfa/totp.ts';
import { originOf } from '../origin.ts';
import { authSealPlace } from '../seal-places.ts';
import { hasMailProof, lowerSessions } from '../sessions/session-level.ts';
import { sessionBody } from '../sessions/sessions.ts';
import { firstNameOf, readUser } from '../users/users.ts';

/** Authenticator apps: set up, asked, answered, removed, each by the person themselves. */
export function factorRoutes(app: FastifyInstance, context: AuthContext): void {
  const { keys, sealer, mails, issuer, devices, factorLimit } = context;

  app.post('/factors', async (request) => {
    const body = readBody(enrolShape, request);
    return asOwnSession(context, request, async (tx, own) => {
      await requireRightToAdd(tx, context, own);
      const name = body.friendly_name ?? '';
      requireRoom(own.user, name);
      const [id, secret] = [randomUUID(), newTotpSecret()];
      const sealedSecret = sealer.seal(Buffer.from(secret), authSealPlace.totpSecret(id));
      await insertTotpFactor(tx, { id, userId: own.user.id, name, sealedSecret });
      const uri = totpUri(secret, { issuer: body.issuer || issuer, account: own.user.email });
      return { id, type: 'totp', friendly_name: name, totp: { qr_code: qrCode(uri), secret, uri } };
    });
  });

  app.post('/factors/:factorId/challenge', async (request) =>
    asOwnSession(context, request, async (tx, { user, session }) => {
      const factor = await requireTotpFactor(tx, user.id, factorIdOf(request));
      return { ...(await issueChallenge(tx, factor.id, session.id)), type: 'totp' };
    }),
  );

  app.post('/factors/:factorId/verify', async (request, reply) => {
    const body = readBody(verifyShape, request);
    const origin = originOf(request);
    const { userId } = await bearerSession(request, keys);
    const noGuess = await factorLimit(request, userId, factorIdOf(request));
    // That a wrong code was tried must be kept, so the refusal comes after the transaction.
    const opened = await asOwnSession(context, request, async (tx, own) => {
      const { user, session } = own;
      const factor = await requireTotpFactor(tx, user.id, factorIdOf(request));
      await requireChallenge(tx, { id: body.challenge_id, factorId: factor.id, sessionId: session.id });
      const isNew = factor.status === 'unverified';
      // It was begun before there was another one, or in another session: check now what finishing it requires.
      if (isNew) await requireRightToAdd(tx, context, own);
      const step = stepOfCode(open(factor), body.code.replace(/\s/g, ''));
      if (step === undefined || step <= (factor.last_step ?? 0)) {
        await audit(tx, { action: 'auth.factor_failed', userId: user.id, origin, details: { type: 'totp' } });
        return undefined;
      }
      await acceptStep(tx, factor.id, step);
      await deleteChallenge(tx, body.challenge_id);
      const action = isNew ? 'auth.factor_added' : 'auth.factor_verified';
      await audit(tx, { action, userId: user.id, origin, details: { type: 'totp' } });
      if (isNew) await mails.factorAdded(tx, { to: user.email, firstName: firstNameOf(user) });
      return raiseSession(tx, sealer, session, 'totp', origin);
    });
    if (!opened) throw new AuthError('mfa_verification_failed');
    await noGuess();
    await devices.remember(request, reply, userId, 'raised');
    return sessionBody(opened, context);
  });

  app.delete('/factors/:factorId', async (request) =>
    asOwnSession(context, request, async (tx, own) => {
      const { user } = own;
      const factor = await requireTotpFactor(tx, user.id, factorIdOf(request));
      if (factor.status === 'verified') {
        if (lacksSecondFactor(own)) throw new AuthError('insufficient_aal_to_unenroll');
        await mails.factorRemoved(tx, { to: user.email, firstName: firstNameOf(user) });
        const origin = originOf(request);
        const details = { type: 'totp' };
        await audit(tx, { action: 'auth.factor_removed', userId: user.id, origin, details });
      }
      await deleteFactor(tx, factor.id);
      await tidyAfterTheLast(tx, user.id);
      return { id: factor.id };
    }),
  );

  function open(factor: TotpFactor): string {
    return sealer.open(factor.sealed_secret, authSealPlace.totpSecret(factor.id)).toString();
  }
}

/**
 * Adding another app requires one of the existing factors. The first app of a staff member, where they need one,
 * requires the mailbox: otherwise a thief with the password could set up their own app and get in.
 */
async function requireRightToAdd(
  tx: Transaction,
  { staffMfa }: Pick<AuthContext, 'staffMfa'>,
  own: OwnSession,
): Promise<void> {
  const { user, session } = own;
  if (lacksSecondFactor(own)) throw new AuthError('insufficient_aal_to_enroll');
  const isStaff = user.portal_role !== null && user.portal_role !== 'client';
  if (staffMfa === 'optional' || !isStaff || hasSecondFactor(user)) return;
  if (!(await hasMailProof(tx, session.id))) throw new AuthError('reauthentication_needed_for_factor');
}

/** Without an app no session stands above the others, and recovery codes stand for nothing. */
async function tidyAfterTheLast(tx: Transaction, userId: string): Promise<void> {
  const user = await readUser(tx, userId);
  if (hasSecondFactor(user)) return;
  const set = recoverySetOf(user);
  if (set) await deleteFactor(tx, set.id);
  await lowerSessions(tx, userId);
}

const enrolShape = z.object({
  factor_type: z.literal('totp', 'factor_type needs to be totp'),
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
