import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import {
  CAPTCHA_MINIMUM_SCORE,
  type CaptchaAction,
  type CaptchaChallenge,
  type CaptchaQuestion,
  type CaptchaVerdict,
  captchaActions,
} from '#contract/captcha.ts';
import type { Database } from '#server/database/database.ts';
import { callFunction } from '#server/database/statement.ts';
import type { KeyRing } from '#server/sealing/key-ring.ts';
import { createEmbeddedCaptcha } from './embedded.ts';
import { createExternalCaptcha, type ExternalCaptcha } from './external.ts';
import { createPasses } from './passes.ts';
import type { CaptchaProvider } from './provider.ts';

export type CaptchaSettings = { provider: 'embedded' } | { provider: 'off' } | ExternalCaptcha;

/** Spends a pass; false if it is invalid, expired, already spent, or for another action. */
export type SpendPass = (token: string, action: CaptchaAction) => Promise<boolean>;

interface Options {
  settings: CaptchaSettings;
  keyRing: Pick<KeyRing, 'secrets'>;
  siteUrl: string;
  database: Pick<Database, 'query'>;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** A spent pass is still used for up to a day (migration 0009_captcha). */
export const CAPTCHA_SWEEPS = [
  `delete from nutmeg.captcha_passes where first_seen_at < now() - interval '2 days'`,
];

const FAILED: CaptchaVerdict = { success: false, score: 0 };

export function createCaptcha({ settings, keyRing, siteUrl, database, log }: Options) {
  const passes = createPasses(keyRing.secrets('nutmeg captcha passes v1'));
  const provider = createProvider();
  return {
    passes,
    challenge: (action: CaptchaAction): Promise<CaptchaChallenge> => provider.challenge(action),
    /** Checks a token. `address` is the visitor's IP address. */
    verdict: async (
      { token, action: expectedAction }: CaptchaQuestion,
      address: string,
    ): Promise<CaptchaVerdict> => {
      const solved = await provider.check(token, { address, action: expectedAction });
      // A token for one action is not valid for another.
      if (!solved || (expectedAction !== undefined && solved.action !== expectedAction)) return FAILED;
      const { score, id, action } = solved;
      if (score < CAPTCHA_MINIMUM_SCORE || !isAction(action)) return { success: true, score };
      return { success: true, score, pass: await passes.issue({ id, action }) };
    },
    spend: async (token: string, action: CaptchaAction): ReturnType<SpendPass> => {
      const pass = await passes.verify(token);
      const values = [pass ? JSON.stringify(pass) : null, action, null];
      return callFunction(database, 'nutmeg.spend_captcha_pass', values);
    },
  };

  function createProvider(): CaptchaProvider {
    if (settings.provider === 'off') {
      log.warn('CAPTCHA=off: robots may book, write, sign up and log in');
      return {
        challenge: async () => ({ provider: 'off' }),
        check: async (_token, { action }) => ({ score: 1, action, id: randomUUID() }),
      };
    }
    if (settings.provider === 'embedded') {
      return createEmbeddedCaptcha(keyRing.secrets('nutmeg captcha challenges v1'));
    }
    return createExternalCaptcha({ ...settings, hostname: new URL(siteUrl).hostname, log });
  }
}

export type Captcha = ReturnType<typeof createCaptcha>;

function isAction(action: string | undefined): action is CaptchaAction {
  return captchaActions.some((known) => known === action);
}
