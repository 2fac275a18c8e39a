import type { z } from 'zod';
import { newConsentSchema } from '#domain/signing/consents/schemas.ts';
import { newRequestSchema } from '#domain/signing/schemas.ts';
import { isPostgresError } from '#server/database/database.ts';
import { bucketsForAddress, type TokenBuckets } from '#server/http/token-buckets.ts';
import { actSchema, sealSchema, voidSchema } from '#server/signing/acts.ts';
import { consentActSchema } from '#server/signing/consents.ts';
import { SigningError } from '#server/signing/errors.ts';
import { PdfError } from '#server/signing/pdf/pdf-work.ts';
import type { Signing } from '#server/signing/signing.ts';
import { jsonOf, refusal } from './answers.ts';
import type { Call, Functions } from './service.ts';

interface Deps {
  signing: Signing;
  buckets: TokenBuckets;
}

type From = Parameters<Signing['act']>[0];

const REQUESTS = { points: 300, seconds: 3600 };
const ACTS = { points: 300, seconds: 3600 };
const CHECKS = { points: 60, seconds: 600 };

/** Signing documents and consents: contract/signing.ts, contract/consents.ts. */
export function signingFunctions({ signing, buckets }: Deps): Functions {
  const forPeople = <Asked>(
    schema: z.ZodType<Asked>,
    limit: { points: number; seconds: number },
    act: (from: From, asked: Asked) => Promise<object>,
  ) =>
    ({
      method: 'POST',
      signedIn: true,
      answer: async (request: Request, call: Call) => {
        const caller = await call.caller();
        await buckets.take([{ key: ['signing', caller.claims.sub ?? ''], ...limit }]);
        const asked = schema.safeParse(await jsonOf(request));
        if (!asked.success) return refused(400, 'bad_request');
        const device = request.headers.get('user-agent') ?? '';
        return orRefusal(async () => Response.json(await act({ caller, device }, asked.data)));
      },
    }) as const;
  return {
    'signature-request': forPeople(newRequestSchema, REQUESTS, async (from, asked) => ({
      id: await signing.send(from, asked),
    })),
    'signature-act': forPeople(actSchema, ACTS, async (from, asked) => ({
      status: await signing.act(from, asked),
    })),
    'signature-void': forPeople(voidSchema, ACTS, async (from, asked) => ({
      status: await signing.void(from, asked),
    })),
    'consent-ask': forPeople(newConsentSchema, REQUESTS, async (from, asked) => ({
      id: await signing.askConsent(from, asked),
    })),
    'consent-act': forPeople(consentActSchema, ACTS, async (from, asked) => ({
      status: await signing.actOnConsent(from, asked),
    })),
    'signing-disclosure': {
      method: 'GET',
      signedIn: true,
      answer: async (request) =>
        Response.json(signing.disclosure(new URL(request.url).searchParams.get('language') ?? '')),
    },
    'verify-signature': {
      method: 'POST',
      answer: async (request, call) => {
        await buckets.take(bucketsForAddress(['verify signature'], call.address, CHECKS));
        const asked = sealSchema.safeParse(await jsonOf(request));
        return asked.success ? Response.json(await signing.verify(asked.data)) : refused(400, 'bad_request');
      },
    },
  };
}

async function orRefusal(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PdfError) return refused(422, error.problem);
    if (error instanceof SigningError) return refused(409, error.code);
    if (!isPostgresError(error)) throw error;
    if (error.code === '42501') return refused(403, 'not_allowed');
    if (error.code === '23514' && error.detail) return refused(409, error.detail);
    throw error;
  }
}

const refused = (status: number, code: string) => refusal(status, `Refused: ${code}`, code);
