import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import type { CaptchaProvider } from './provider.ts';
import { createSiteverify, isOurFault } from './siteverify.ts';

export interface OutsideCaptcha {
  provider: 'recaptcha' | 'turnstile';
  siteKey: string;
  secret: string;
  /** Asks this one instead of the provider's own address. */
  verifyUrl: string | undefined;
}

interface Options extends OutsideCaptcha {
  /** The host that visitors see: a token from another site's page is worth nothing here. */
  hostname: string;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

const ADDRESSES = {
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
};

const common = {
  success: z.boolean(),
  hostname: z.string().optional(),
  action: z.string().optional(),
  'error-codes': z.array(z.string()).default([]),
};
const answers = {
  recaptcha: z.object({ ...common, score: z.number().min(0).max(1).default(0) }),
  // Turnstile knows no degrees.
  turnstile: z.object(common).transform((answer) => ({ ...answer, score: answer.success ? 1 : 0 })),
};

/** reCAPTCHA v3 or Cloudflare Turnstile. They see to it themselves that a token is looked at once. */
export function createOutsideCaptcha(options: Options): CaptchaProvider {
  const { provider, siteKey, secret, hostname, log } = options;
  const url = options.verifyUrl ?? ADDRESSES[provider];
  const siteverify = createSiteverify({ url, secret, answer: answers[provider], log });
  return {
    challenge: async () => ({ provider, siteKey }),
    check: async (token, { address }) => {
      const answer = await siteverify(token, address);
      if (!answer) return undefined;
      const codes = answer['error-codes'];
      if (isOurFault(codes)) log.warn({ provider, codes }, 'the captcha provider does not accept our secret');
      if (!answer.success || answer.hostname !== hostname) return undefined;
      return { score: answer.score, action: answer.action, id: randomUUID() };
    },
  };
}
