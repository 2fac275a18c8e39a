import { english } from '#domain/language/english.ts';
import { msg } from '#domain/language/message.ts';
import { inWords, type Wording } from '#domain/language/translate.ts';

/**
 * Why a request to the storage API failed.
 * taken: the name is in use. missing: not found, or not visible to the user. refused: the server refused it.
 * unreachable: no response. busy: locked for a moment by another request. cancelled: by the user.
 */
export type StoreProblem = 'taken' | 'missing' | 'refused' | 'unreachable' | 'busy' | 'cancelled';

export class StoreError extends Error {
  readonly problem: StoreProblem;
  /** For people; in English if the server wrote it. */
  readonly reason: Wording;

  constructor(problem: StoreProblem, reason: Wording) {
    super(inWords(reason, english));
    this.name = 'StoreError';
    this.problem = problem;
    this.reason = reason;
  }
}

const notAccepted = msg`The server didn’t accept this.`;

const problems: Record<string, StoreProblem> = { '404': 'missing', '409': 'taken' };

/** From an error body of the storage API: `{"statusCode":"409","message":"..."}`. */
export function refusal(body: unknown): StoreError {
  const { statusCode, message } = readBody(body);
  return new StoreError(problems[statusCode] ?? 'refused', message || notAccepted);
}

/** From an error of storage-js. A lost connection has no status code. */
export function storeError(error: { message: string; statusCode?: string | undefined }): StoreError {
  if (!error.statusCode) return new StoreError('unreachable', error.message);
  return refusal({ statusCode: error.statusCode, message: error.message });
}

/**
 * From an error response of the resumable uploads, whose body may be plain text. 409 means that the name is taken when
 * an upload is created, and that the offset has changed later. 423 means that it is locked.
 */
export function readProblem(status: number, text: string, isCreation: boolean): StoreError {
  const { statusCode, message } = readBody(parse(text));
  const code = statusCode || String(status);
  // Not the HTML page of a proxy.
  const words = message || (/[<{]/.test(text) ? '' : text);
  if (code === '409' && (isCreation || /already exists/i.test(words))) return new StoreError('taken', words);
  if (code === '409' || code === '423') return new StoreError('busy', words);
  if (code === '404' || code === '410') return new StoreError('missing', words);
  return new StoreError('refused', words || notAccepted);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Plain text, or the HTML page of a proxy.
    return null;
  }
}

export function isStoreError(error: unknown, problem: StoreProblem): boolean {
  return error instanceof StoreError && error.problem === problem;
}

/** For a request that got no response. */
export function connectionLost(): StoreError {
  return new StoreError(
    'unreachable',
    msg`You lost your internet connection. Please check it and try again.`,
  );
}

/** What the server and browsers say, to the letter: these are translated. Anything else is shown as it is. */
const knownReasons = [
  msg`new row violates row-level security policy`,
  msg`The object exceeded the maximum allowed size`,
  msg`There is no room left in your folder for this file. Please call the office, and we will make some.`,
  msg`There’s no space for this file right now. Please call our office.`,
  msg`Too much at once. Please try again in a moment.`,
  msg`We can’t reach your documents right now. Nothing is lost. Please try again in a minute.`,
  msg`You’ve reached the limit for this hour. Please try again later.`,
  msg`Internal server error`,
  msg`The request is not valid`,
  msg`The resource already exists`,
  msg`Object not found`,
  msg`Upload not found`,
  msg`Not found`,
  msg`Failed to fetch`,
  msg`Load failed`,
  msg`NetworkError when attempting to fetch resource.`,
];

/** Why it failed, for messages that end with the reason. */
export function reasonOf(error: unknown): Wording | undefined {
  const reason = error instanceof StoreError ? error.reason : error instanceof Error ? error.message : '';
  return knownReasons.find((known) => english(known) === reason) ?? (reason || undefined);
}

function readBody(body: unknown): { statusCode: string; message: string } {
  if (typeof body !== 'object' || body === null) return { statusCode: '', message: '' };
  const text = (key: 'statusCode' | 'message') => {
    const value: unknown = Reflect.get(body, key);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  return { statusCode: text('statusCode'), message: text('message') };
}
