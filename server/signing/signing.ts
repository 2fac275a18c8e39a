import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';
import { newConsentSchema } from '#domain/signing/consents/schemas.ts';
import { newRequestSchema } from '#domain/signing/schemas.ts';
import {
  brokenRule,
  forPerson,
  isNotAllowed,
  jsonOf,
  type PersonalDeps,
  refusal,
} from '#server/functions/answers.ts';
import type { Functions } from '#server/functions/service.ts';
import { bucketsForAddress } from '#server/http/token-buckets.ts';
import {
  actAsSigner,
  actSchema,
  disclosureIn,
  type From,
  SigningError,
  sealSchema,
  sendRequest,
  voidRequest,
  voidSchema,
} from './acts.ts';
import { type CompleteDeps, complete, completeAll } from './complete.ts';
import { actOnConsent, askConsent, consentActSchema } from './consents.ts';
import { PdfError } from './pdf/jobs.ts';
import { verifySeal } from './verify-file.ts';

interface Deps extends CompleteDeps {
  log: Pick<FastifyBaseLogger, 'error'>;
}

const ACTS = { name: 'signing', points: 300, seconds: 3600 };
const CHECKS = { points: 60, seconds: 600 };

export function createSigning({ log, ...deps }: Deps) {
  const running = new Set<Promise<void>>();
  const onFailed = (err: unknown) =>
    log.error({ err }, 'a signed document could not be sealed; it is tried again later');
  /** After the response: the signer need not wait for the seal. */
  const completeSoon = (requestId: string) => {
    const work: Promise<void> = complete(deps, requestId)
      .catch(onFailed)
      .finally(() => running.delete(work));
    running.add(work);
  };
  return {
    /** Completes what an interruption has left. */
    completeAll: completeAll.bind(null, deps, onFailed),
    /** Waits for what is being completed. */
    close: async (): Promise<void> => void (await Promise.all(running)),
    /** Signing documents and consents: contract/signing.ts, contract/consents.ts. */
    functions: (personal: PersonalDeps): Functions => {
      const endpoint = <Asked>(
        schema: z.ZodType<Asked>,
        act: (from: From, asked: Asked) => Promise<object>,
      ) =>
        forPerson(personal, {
          method: 'POST',
          limit: ACTS,
          schema,
          invalid: ['Refused: bad_request', 'bad_request'],
          answer: async (asked, { caller, request }) =>
            Response.json(await act({ caller, device: request.headers.get('user-agent') ?? '' }, asked)),
          refuse,
        });
      return {
        'signature-request': endpoint(newRequestSchema, async (from, asked) => ({
          id: await sendRequest(deps, from, asked),
        })),
        'signature-act': endpoint(actSchema, async (from, asked) => {
          const status = await actAsSigner(deps, from, asked);
          if (status === 'signed') completeSoon(asked.requestId);
          return { status };
        }),
        'signature-void': endpoint(voidSchema, async (from, asked) => ({
          status: await voidRequest(deps, from, asked),
        })),
        'consent-ask': endpoint(newConsentSchema, async (from, asked) => ({
          id: await askConsent(deps, from, asked),
        })),
        'consent-act': endpoint(consentActSchema, async (from, asked) => ({
          status: await actOnConsent(deps, from, asked),
        })),
        'signing-disclosure': {
          method: 'GET',
          signedIn: true,
          answer: async (request) =>
            Response.json(disclosureIn(deps, new URL(request.url).searchParams.get('language') ?? '')),
        },
        'verify-signature': {
          method: 'POST',
          answer: async (request, call) => {
            await personal.buckets.take(bucketsForAddress(['verify signature'], call.address, CHECKS));
            const asked = sealSchema.safeParse(await jsonOf(request));
            if (!asked.success) return refused(400, 'bad_request');
            return Response.json(await verifySeal(deps.database, asked.data));
          },
        },
      };
    },
  };
}

export type Signing = ReturnType<typeof createSigning>;

function refuse(error: unknown): Response | undefined {
  if (error instanceof PdfError) return refused(422, error.problem);
  if (error instanceof SigningError) return refused(409, error.code);
  if (isNotAllowed(error)) return refused(403, 'not_allowed');
  const broken = brokenRule(error);
  return broken && refused(409, broken.detail);
}

const refused = (status: number, code: string) => refusal(status, `Refused: ${code}`, code);
