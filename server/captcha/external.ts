import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import type { CaptchaProvider } from './provider.ts';

export interface ExternalCaptcha {
  provider: 'recaptcha' | 'turnstile';
  siteKey: string;
  secret: string;
  /** Used instead of the provider's URL. */
  verifyUrl: string | undefined;
}

interface Options extends ExternalCaptcha {
  /** The site's host. Tokens for other hosts are rejected. */
  hostname: string;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

const VERIFY_URLS = {
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
};

const commonFields = {
  success: z.boolean(),
  hostname: z.string().optional(),
  action: z.string().optional(),
  'error-codes': z.array(z.string()).default([]),
};
const responses = {
  recaptcha: z.object({ ...commonFields, score: z.number().min(0).max(1).default(0) }),
  // Turnstile has no score.
  turnstile: z
    .object(commonFields)
    .transform((response) => ({ ...response, score: response.success ? 1 : 0 })),
};

const TIMEOUT_MS = 5_000;

/** reCAPTCHA v3 or Cloudflare Turnstile. The providers accept each token once. */
export function createExternalCaptcha(options: Options): CaptchaProvider {
  const { provider, siteKey, secret, hostname, log } = options;
  /** Verifies a token with the API that both providers have. Returns undefined and logs without a valid response. */
  const verify = async (token: string, address: string) => {
    try {
      const response = await fetch(options.verifyUrl ?? VERIFY_URLS[provider], {
        method: 'POST',
        body: new URLSearchParams({ secret, response: token, remoteip: address }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (response.ok) return responses[provider].parse(await response.json());
      await response.body?.cancel();
      log.warn({ status: response.status }, 'the captcha provider refused to answer');
    } catch (error) {
      log.warn({ err: error }, 'the captcha provider gave no answer that can be read');
    }
    return undefined;
  };
  return {
    challenge: async () => ({ provider, siteKey }),
    check: async (token, { address }) => {
      const response = await verify(token, address);
      if (!response) return undefined;
      const codes = response['error-codes'];
      if (isConfigurationError(codes))
        log.warn({ provider, codes }, 'the captcha provider does not accept our secret');
      if (!response.success || response.hostname !== hostname) return undefined;
      return { score: response.score, action: response.action, id: randomUUID() };
    },
  };
}

/** Whether the error codes mean that our configuration is wrong. */
function isConfigurationError(codes: readonly string[]): boolean {
  return codes.some((code) => ['missing-input-secret', 'invalid-input-secret', 'bad-request'].includes(code));
}
