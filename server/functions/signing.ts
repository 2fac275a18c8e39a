import type { z } from 'zod';
import { newConsentSchema } from '#domain/signing/consents/schemas.ts';
import { newRequestSchema } from '#domain/signing/schemas.ts';
import { bucketsForAddress } from '#server/http/token-buckets.ts';
import { actSchema, sealSchema, voidSchema } from '#server/signing/acts.ts';
import { consentActSchema } from '#server/signing/consents.ts';
import { SigningError } from '#server/signing/errors.ts';
import { PdfError } from '#server/signing/pdf/jobs.ts';
import type { Signing } from '#server/signing/signing.ts';
import { brokenRule, forPerson, isNotAllowed, jsonOf, type PersonalDeps, refusal } from './answers.ts';
import type { Functions } from './service.ts';

interface Deps extends PersonalDeps {
  signing: Signing;
}

type From = Parameters<Signing['act']>[0];

const ACTS = { name: 'signing', points: 300, seconds: 3600 };
const CHECKS = { points: 60, seconds: 600 };

/** Signing documents and consents: contract/signing.ts, contract/consents.ts. */
export function signingFunctions(deps: Deps): Functions {
  const { signing, buckets } = deps;
  const endpoint = <Asked>(schema: z.ZodType<Asked>, act: (from: From, asked: Asked) => Promise<object>) =>
    forPerson(deps, {
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
      id: await signing.send(from, asked),
    })),
    'signature-act': endpoint(actSchema, async (from, asked) => ({ status: await signing.act(from, asked) })),
    'signature-void': endpoint(voidSchema, async (from, asked) => ({
      status: await signing.void(from, asked),
    })),
    'consent-ask': endpoint(newConsentSchema, async (from, asked) => ({
      id: await signing.askConsent(from, asked),
    })),
    'consent-act': endpoint(consentActSchema, async (from, asked) => ({
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

function refuse(error: unknown): Response | undefined {
  if (error instanceof PdfError) return refused(422, error.problem);
  if (error instanceof SigningError) return refused(409, error.code);
  if (isNotAllowed(error)) return refused(403, 'not_allowed');
  const broken = brokenRule(error);
  return broken && refused(409, broken.detail);
}

const refused = (status: number, code: string) => refusal(status, `Refused: ${code}`, code);
