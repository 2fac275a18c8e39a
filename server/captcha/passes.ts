import { errors, type JWTPayload, SignJWT } from 'jose';
import type { CaptchaAction } from '#contract/captcha.ts';
import type { CaptchaPass } from '#server/database/database.ts';
import type { Secrets } from '#server/sealing/derived-key.ts';
import { verifyJwtWithAny } from '#server/sealing/verify-jwt.ts';

const ALGORITHM = 'HS256';
const AUDIENCE = 'captcha pass';
const SECONDS = 600;

/** `secrets` are derived from the master key, so that all servers use the same ones. */
export function createPasses(secrets: Secrets) {
  return {
    issue: ({ id, action }: { id: string; action: CaptchaAction }): Promise<string> => {
      const now = Math.floor(Date.now() / 1000);
      return new SignJWT({ action })
        .setProtectedHeader({ alg: ALGORITHM })
        .setAudience(AUDIENCE)
        .setJti(id)
        .setIssuedAt(now)
        .setExpirationTime(now + SECONDS)
        .sign(secrets()[0]);
    },
    /** Undefined if the pass is not valid. An expired pass has `fresh: false`: it can only continue what it started. */
    verify: async (token: string): Promise<CaptchaPass | undefined> => {
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

/** Signed tokens that prove a solved captcha for one action. The database records which ones are spent. */
function passOf({ jti = '', action }: JWTPayload, fresh: boolean): CaptchaPass {
  return { id: jti, action: String(action), fresh };
}
