import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';

interface Options<Answer> {
  url: string;
  secret: string;
  answer: z.ZodType<Answer>;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

const PATIENCE_MS = 5_000;

/**
 * Asks the provider about a token, as both of them want to be asked: a form with `secret`, `response` and
 * `remoteip`, answered by JSON. Undefined, and logged, where no answer came that can be read.
 */
export function createSiteverify<Answer>({ url, secret, answer, log }: Options<Answer>) {
  return async (token: string, address: string): Promise<Answer | undefined> => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        body: new URLSearchParams({ secret, response: token, remoteip: address }),
        redirect: 'error',
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      if (!response.ok) {
        await response.body?.cancel();
        log.warn({ status: response.status }, 'the captcha provider refused to answer');
        return undefined;
      }
      return answer.parse(await response.json());
    } catch (error) {
      log.warn({ err: error }, 'the captcha provider gave no answer that can be read');
      return undefined;
    }
  };
}

/** The codes by which both providers say that it is the configuration, and not the visitor, who is wrong. */
export function isOurFault(codes: readonly string[]): boolean {
  return codes.some((code) => ['missing-input-secret', 'invalid-input-secret', 'bad-request'].includes(code));
}
