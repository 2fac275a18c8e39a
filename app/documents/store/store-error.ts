import { parseJson } from '#app/shared/api/api.ts';
import { failureOf, isConnectionError, messageOf } from '#app/shared/api/error-wording.ts';
import { asRecord } from '#app/shared/drafts/stored-value.ts';
import { storageMessages } from '#contract/messages.ts';
import { english } from '#domain/language/english.ts';
import { msg } from '#domain/language/message.ts';
import { inWords, type Translate, type Wording } from '#domain/language/translate.ts';

/**
 * Why a request to the storage API failed.
 * taken: the name is in use. missing: not found, or not visible to the user. refused: the server refused it.
 * unreachable: no response. busy: locked for a moment by another request.
 */
export type StoreProblem = 'taken' | 'missing' | 'refused' | 'unreachable' | 'busy';

export class StoreError extends Error {
  readonly problem: StoreProblem;
  /** For people; in English if only the server knows it. */
  readonly reason: Wording;
  /** The storage API's code; '' if there was no response. */
  readonly code: string;
  /** The key that the server refused, of several in one request. */
  readonly key: string | undefined;

  constructor(
    problem: StoreProblem,
    reason: Wording,
    { code = '', key }: { code?: string; key?: string } = {},
  ) {
    super(inWords(reason, english));
    // The name by which `isConnectionError` knows a request that got no response.
    this.name = problem === 'unreachable' ? 'ConnectionError' : 'StoreError';
    this.problem = problem;
    this.reason = reason;
    this.code = code;
    this.key = key;
  }
}

const notAccepted = msg`The server didn’t accept this.`;

const problems: Record<string, StoreProblem> = { '404': 'missing', '409': 'taken' };

/** From an error body of the storage API: `{"statusCode":"409","code":"KeyAlreadyExists","message":"..."}`. */
export function refusal(body: unknown): StoreError {
  const { statusCode, message, ...rest } = readBody(body);
  return new StoreError(problems[statusCode] ?? 'refused', reasonFor(rest.code, message), rest);
}

/**
 * From an error response of the resumable uploads, whose body may be plain text. 409 means that the name is taken when
 * an upload is created, and that the offset has changed later. 423 means that it is locked.
 */
export function readProblem(status: number, text: string, isCreation: boolean): StoreError {
  const { statusCode, message, code } = readBody(parseJson(text));
  // Not the HTML page of a proxy.
  const reason = reasonFor(
    code || (status === 413 ? 'EntityTooLarge' : ''),
    message || (/[<{]/.test(text) ? '' : text),
  );
  const problem = kindOf(statusCode || String(status), isCreation || code === 'KeyAlreadyExists');
  return new StoreError(problem, reason, { code });
}

function kindOf(status: string, isName: boolean): StoreProblem {
  if (status === '409' && isName) return 'taken';
  if (status === '409' || status === '423') return 'busy';
  return status === '404' || status === '410' ? 'missing' : 'refused';
}

export function isStoreError(error: unknown, problem: StoreProblem): boolean {
  return error instanceof StoreError && error.problem === problem;
}

const noConnection = msg`You lost your internet connection. Please check it and try again.`;

export function connectionLost(): StoreError {
  return new StoreError('unreachable', noConnection);
}

/** For a file that was changed or deleted after it was chosen. */
export function unreadable(): never {
  throw new StoreError('refused', msg`We can’t read this file anymore. Please choose it again.`);
}

const reasonFor = (code: string, message: string): Wording =>
  (Object.hasOwn(storageMessages, code) && storageMessages[code]) || message || notAccepted;

/** Why it failed, for messages that end with the reason. */
export function reasonOf(error: unknown): Wording | undefined {
  if (error instanceof StoreError) return error.reason || undefined;
  if (isConnectionError(error)) return noConnection;
  return error instanceof Error && error.message !== '' ? error.message : undefined;
}

/** Why a list could not be loaded. */
export const problemOf = (error: unknown, t: Translate): string =>
  error instanceof StoreError ? inWords(error.reason, t) : messageOf(error, t);

function readBody(body: unknown) {
  const { code, message } = failureOf(body);
  const { statusCode, key } = asRecord(body) ?? {};
  return {
    statusCode: String(statusCode ?? ''),
    message,
    code,
    ...(typeof key === 'string' && key && { key }),
  };
}
