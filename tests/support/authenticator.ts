import { Secret, TOTP } from 'otpauth';
import type { Client } from './people.ts';

const STEP_MS = 30_000;

/** What the app on somebody's phone shows; `steps` later, since a code works once and the next one counts too. */
export function codeOf(secret: string, steps = 0): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * STEP_MS });
}

/** A code that is not the app's, now or next. */
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

/** Begins to set up an app; it doesn't count yet. */
export async function enrol(client: Client, friendlyName?: string): Promise<Authenticator> {
  const { data, error } = await client.auth.mfa.enroll({
    factorType: 'totp',
    ...(friendlyName === undefined ? {} : { friendlyName }),
  });
  if (error) throw error;
  return { factorId: data.id, secret: data.totp.secret };
}

/** Sets up an app as the account page does, which uses up the present code: the session is at aal2 then. */
export async function addAuthenticator(client: Client, friendlyName?: string): Promise<Authenticator> {
  const app = await enrol(client, friendlyName);
  await showCode(client, app);
  return app;
}

/** Answers with the code of now, or of so many steps later. */
export async function showCode(
  client: Client,
  { factorId, secret }: Authenticator,
  steps = 0,
): Promise<void> {
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, steps) });
  if (error) throw error;
}
