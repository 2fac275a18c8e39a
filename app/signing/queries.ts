import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '#app/shared/api/api.ts';
import { dataOf } from '#app/shared/api/done.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { callOwn } from '#app/shared/api/own-fetch.ts';
import { functionQuery } from '#app/shared/api/read-query.ts';
import { rest } from '#app/shared/api/rest.ts';
import type { Database } from '#contract/generated/database.ts';
import type { Disclosure, SignatureAct, VoidRequest } from '#contract/signing.ts';
import type { Translate } from '#domain/language/translate.ts';
import { signingRefusal } from '#domain/signing/problems.ts';
import type { Field, NewRequest } from '#domain/signing/schemas.ts';

export const signPath = (requestId: string) => `/account/sign/${requestId}`;

export const mySignaturesQuery = (userId: string) =>
  functionQuery(['my signatures', userId], 'my_signatures', {});

type Tables = Database['public']['Tables'];
export type Signer = Tables['signers']['Row'];
export type Request = Tables['signature_requests']['Row'] & { signers: Signer[] };

/** The requests of a client, newest first. */
export function requestsQuery(clientId: string) {
  return queryOptions({
    queryKey: ['signature requests', clientId] as const,
    queryFn: async ({ signal }): Promise<Request[]> => {
      const data = await dataOf(
        rest
          .from('signature_requests')
          .select('*, signers(*)')
          .eq('client_id', clientId)
          .order('created_at', { ascending: false })
          .limit(100)
          .abortSignal(signal)
          .overrideTypes<Request[], { merge: false }>(),
      );
      return data.map((one) => ({
        ...one,
        signers: [...one.signers].sort((a, b) => a.position - b.position),
      }));
    },
  });
}

export type RequestWithFields = Request & {
  signature_fields: Field[];
};

/** One request; null if there is none that the person may see. */
export function requestQuery(id: string) {
  return queryOptions({
    queryKey: ['signature request', id] as const,
    queryFn: ({ signal }): Promise<RequestWithFields | null> =>
      dataOf(
        rest
          .from('signature_requests')
          .select('*, signers(*), signature_fields(*)')
          .eq('id', id)
          .abortSignal(signal)
          .maybeSingle()
          .overrideTypes<RequestWithFields, { merge: false }>(),
      ) as Promise<RequestWithFields | null>,
    staleTime: 0,
  });
}

export function disclosureQuery(language: string) {
  return queryOptions({
    queryKey: ['signing disclosure', language] as const,
    queryFn: ({ signal }): Promise<Disclosure> =>
      callSigning<Disclosure>(`signing-disclosure?language=${language}`, { signal }),
  });
}

export type PossibleSigner = Database['public']['Functions']['possible_signers']['Returns'][number];

export const possibleSignersQuery = (clientId: string) =>
  functionQuery(['case', clientId, 'possible signers'], 'possible_signers', { client_id: clientId });

/** Each may be repeated with the same id. Throws `ApiError` with a code of domain/signing/problems.ts. */
export const signingActions = {
  send: (request: NewRequest) => callSigning<{ id: string }>('signature-request', { body: request }),
  act: (act: SignatureAct) => callSigning<{ status: string }>('signature-act', { body: act }),
  void: (request: VoidRequest) => callSigning<{ status: string }>('signature-void', { body: request }),
};

/** Calls a function of the server. Throws `ApiError` with a code of domain/signing/problems.ts. */
export const callSigning = <Answer>(path: string, options: { body?: unknown; signal?: AbortSignal }) =>
  callOwn<Answer>(`/functions/v1/${path}`, options);

export function signingProblemInWords(error: unknown, t: Translate): string {
  const refusal = signingRefusal(error instanceof ApiError ? error.code : undefined);
  return refusal ? t(refusal) : messageOf(error, t);
}
