import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '#app/shared/api/api.ts';
import { callOwn } from '#app/shared/api/own-fetch.ts';
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
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 409) return { conflict: error.body as unknown as OfficeConflict };
    if (error.status === 422) return { problems: (error.body as unknown as OfficeProblems).problems };
    throw error;
  }
}

const ask = <Answer>(
  method: 'GET' | 'PUT' | 'POST',
  path: string,
  options: { body?: object; signal?: AbortSignal } = {},
) => callOwn<Answer>(`/functions/v1/office${path}`, { method, ...options });
