import { queryOptions } from '@tanstack/react-query';
import { publishableKey } from '#app/env.ts';
import { AuthCallError } from '#app/shared/api/auth-call.ts';
import { ownFetch } from '#app/shared/api/own-fetch.ts';
import type {
  LetterPreview,
  OfficeConflict,
  OfficeFacts,
  OfficeHistory,
  OfficePreview,
  OfficeProblems,
  OfficeState,
  OfficeTexts,
  PreviewLetter,
  PreviewOffice,
  RestoreOffice,
} from '#contract/office.ts';
import type { FactProblem } from '#domain/business/fit-facts.ts';

const factsKey = ['office', 'facts'] as const;

/** The newest facts with the latest versions. Asked for again each time that a section is opened. */
export function officeFactsQuery() {
  return queryOptions({
    queryKey: factsKey,
    queryFn: ({ signal }) => ask<OfficeState>('GET', '', { signal }),
    staleTime: 0,
    // The form keeps the facts that it began with.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

export const versionQuery = (version: number) =>
  queryOptions({
    queryKey: [...factsKey, 'version', version] as const,
    queryFn: ({ signal }) => ask<OfficeFacts>('GET', `/version?number=${version}`, { signal }),
    // A version never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Our texts that the office can replace. */
export const textsQuery = () =>
  queryOptions({
    queryKey: ['office', 'texts'],
    queryFn: ({ signal }) => ask<OfficeTexts>('GET', '/texts', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const earlierVersions = (before: number, signal: AbortSignal) =>
  ask<OfficeHistory>('GET', `/history?before=${before}`, { signal });

export const previewPage = (request: { path: string; facts: object }, signal: AbortSignal) =>
  ask<OfficePreview>('POST', '/preview', { body: request as PreviewOffice, signal });

export const previewMail = (request: Omit<PreviewLetter, 'facts'> & { facts: object }, signal: AbortSignal) =>
  ask<LetterPreview>('POST', '/letter', { body: request, signal });

export type SaveAnswer = { state: OfficeState } | { conflict: OfficeConflict } | { problems: FactProblem[] };

export const saveFacts = (expectedVersion: number, facts: object) =>
  change('PUT', '', { expectedVersion, facts });

export const restoreVersion = (request: RestoreOffice) => change('POST', '/restore', request);

async function change(method: 'PUT' | 'POST', path: string, body: object): Promise<SaveAnswer> {
  try {
    return { state: await ask<OfficeState>(method, path, { body }) };
  } catch (error) {
    if (!(error instanceof RefusedCall)) throw error;
    if (error.status === 409) return { conflict: error.body as unknown as OfficeConflict };
    if (error.status === 422) return { problems: (error.body as unknown as OfficeProblems).problems };
    throw error;
  }
}

/** An error response with its body. */
class RefusedCall extends AuthCallError {
  readonly body: object;

  constructor(status: number, body: object) {
    super(status, body);
    this.body = body;
  }
}

async function ask<Answer>(
  method: 'GET' | 'PUT' | 'POST',
  path: string,
  { body, signal }: { body?: object; signal?: AbortSignal } = {},
): Promise<Answer> {
  const response = await ownFetch(`/functions/v1/office${path}`, {
    method,
    headers: {
      apikey: publishableKey,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  // A proxy's error page is not JSON.
  const content: unknown = await response.json().catch(() => null);
  const answer = content && typeof content === 'object' ? content : {};
  if (!response.ok) throw new RefusedCall(response.status, answer);
  return answer as Answer;
}
