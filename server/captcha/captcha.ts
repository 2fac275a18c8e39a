import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import {
  CAPTCHA_MINIMUM_SCORE,
  type CaptchaAction,
  type CaptchaVerdict,
  captchaActions,
} from '#contract/captcha.ts';
import type { Database } from '#server/database/database.ts';
import { callFunction } from '#server/database/statement.ts';
import { jsonOf, refusal } from '#server/functions/answers.ts';
import type { Functions } from '#server/functions/service.ts';
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

const action = z.enum(captchaActions, `action must be one of: ${captchaActions.join(', ')}`);
const question = z.object({
  token: z.string('token is missing').min(1, 'token is missing').max(10_000, 'token is too long'),
  action: action.optional(),
});

export function createCaptcha({ settings, keyRing, siteUrl, database, log }: Options) {
  const passes = createPasses(keyRing.secrets('nutmeg captcha passes v1'));
  const provider = createProvider();
  return {
    passes,
    spend: async (token: string, action: CaptchaAction): ReturnType<SpendPass> => {
      const pass = await passes.verify(token);
      const values = [pass ? JSON.stringify(pass) : null, action, null];
      return callFunction(database, 'nutmeg.spend_captcha_pass', values);
    },
    /** The two steps to a pass. Public. */
    functions: {
      'captcha-challenge': {
        method: 'GET',
        answer: async (request) => {
          const wanted = action.safeParse(new URL(request.url).searchParams.get('action'));
          if (!wanted.success) return badRequest(wanted.error);
          return Response.json(await provider.challenge(wanted.data));
        },
      },
      'verify-recaptcha': {
        method: 'POST',
        answer: async (request, { address }) => {
          const asked = question.safeParse(await jsonOf(request));
          if (!asked.success) return badRequest(asked.error);
          return Response.json(await verdict(asked.data, address));
        },
      },
    } satisfies Functions,
  };

  /** Checks a token. `address` is the visitor's IP address. */
  async function verdict(
    { token, action: expectedAction }: z.infer<typeof question>,
    address: string,
  ): Promise<CaptchaVerdict> {
    const solved = await provider.check(token, { address, action: expectedAction });
    // A token for one action is not valid for another.
    if (!solved || (expectedAction !== undefined && solved.action !== expectedAction)) return FAILED;
    const { score, id } = solved;
    const { data } = action.safeParse(solved.action);
    if (score < CAPTCHA_MINIMUM_SCORE || data === undefined) return { success: true, score };
    return { success: true, score, pass: await passes.issue({ id, action: data }) };
  }

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

function badRequest({ issues }: z.ZodError): Response {
  return refusal(400, issues[0]?.message ?? 'Bad request');
}
