import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';

interface Options<Body> {
  url: string;
  secret: string;
  schema: z.ZodType<Body>;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

const TIMEOUT_MS = 5_000;

/**
 * Verifies a token with the API that both providers have: a form with `secret`, `response` and `remoteip`, and a JSON
 * response. Returns undefined and logs a warning if there is no valid response.
 */
export function createSiteverify<Body>({ url, secret, schema, log }: Options<Body>) {
  return async (token: string, address: string): Promise<Body | undefined> => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        body: new URLSearchParams({ secret, response: token, remoteip: address }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!response.ok) {
        await response.body?.cancel();
        log.warn({ status: response.status }, 'the captcha provider refused to answer');
        return undefined;
      }
      return schema.parse(await response.json());
    } catch (error) {
      log.warn({ err: error }, 'the captcha provider gave no answer that can be read');
      return undefined;
    }
  };
}

/** Whether the error codes mean that our configuration is wrong. */
export function isConfigurationError(codes: readonly string[]): boolean {
  return codes.some((code) => ['missing-input-secret', 'invalid-input-secret', 'bad-request'].includes(code));
}
