import { Secret, TOTP } from 'otpauth';
import type { Client } from './people.ts';

const STEP_MS = 30_000;

/** The code of an authenticator app, `steps` time steps from now. A code works once; the next one is valid too. */
export function codeOf(secret: string, steps = 0): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * STEP_MS });
}

/** A code that is not valid in any step close to now. */
export function wrongCodeOf(secret: string): string {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps));
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? ''
  );
}

export interface Authenticator {
  factorId: string;
  secret: string;
}

/** Enrolls an unverified app. */
export async function enroll(client: Client, friendlyName?: string): Promise<Authenticator> {
  const { data, error } = await client.auth.mfa.enroll({
    factorType: 'totp',
    ...(friendlyName === undefined ? {} : { friendlyName }),
  });
  if (error) throw error;
  return { factorId: data.id, secret: data.totp.secret };
}

/** Enrolls and verifies an app with the current code. The session is at aal2 afterwards. */
export async function addAuthenticator(client: Client, friendlyName?: string): Promise<Authenticator> {
  const app = await enroll(client, friendlyName);
  await showCode(client, app);
  return app;
}

/** Verifies the session with the current code, or one of a later step. */
export async function showCode(
  client: Client,
  { factorId, secret }: Authenticator,
  steps = 0,
): Promise<void> {
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, steps) });
  if (error) throw error;
}
