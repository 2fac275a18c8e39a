import { errors, type JWTPayload, SignJWT } from 'jose';
import type { CaptchaAction } from '#contract/captcha.ts';
import type { CaptchaPass } from '#server/database/database.ts';
import type { Secrets } from '#server/sealing/derived-key.ts';
import { verifyJwtWithAny } from '#server/sealing/verify-jwt.ts';

/** Signed tokens that prove a solved captcha for one action. The database records which ones are spent. */
export interface Passes {
  issue(pass: { id: string; action: CaptchaAction }): Promise<string>;
  /** Undefined if the pass is not valid. An expired pass has `fresh: false`: it can only continue what it started. */
  verify(token: string): Promise<CaptchaPass | undefined>;
}

const ALGORITHM = 'HS256';
const AUDIENCE = 'captcha pass';
const SECONDS = 600;

/** `secrets` are derived from the master key, so that all servers use the same ones. */
export function createPasses(secrets: Secrets): Passes {
  return {
    issue: ({ id, action }) => {
      const now = Math.floor(Date.now() / 1000);
      return new SignJWT({ action })
        .setProtectedHeader({ alg: ALGORITHM })
        .setAudience(AUDIENCE)
        .setJti(id)
        .setIssuedAt(now)
        .setExpirationTime(now + SECONDS)
        .sign(secrets()[0]);
    },
    verify: async (token) => {
      try {
        const { payload } = await verifyJwtWithAny(token, secrets, {
          algorithms: [ALGORITHM],
          audience: AUDIENCE,
          requiredClaims: ['jti', 'exp'],
        });
        return passOf(payload, true);
      } catch (error) {
        // The signature and the audience are checked before the expiry.
        if (error instanceof errors.JWTExpired) return passOf(error.payload, false);
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
  };
}

function passOf({ jti = '', action }: JWTPayload, fresh: boolean): CaptchaPass {
  return { id: jti, action: String(action), fresh };
}
