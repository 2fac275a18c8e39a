/**
 * Why a request to the storage API failed.
 * taken: the name is in use. missing: not found, or not visible to the user. refused: the server refused it.
 * unreachable: no response. busy: locked for a moment by another request. cancelled: by the user.
 */
export type StoreProblem = 'taken' | 'missing' | 'refused' | 'unreachable' | 'busy' | 'cancelled';

export class StoreError extends Error {
  readonly problem: StoreProblem;

  constructor(problem: StoreProblem, message: string) {
    super(message);
    this.name = 'StoreError';
    this.problem = problem;
  }
}

const problems: Record<string, StoreProblem> = { '404': 'missing', '409': 'taken' };

/** From an error body of the storage API: `{"statusCode":"409","message":"..."}`. */
export function refusal(body: unknown): StoreError {
  const { statusCode, message } = readBody(body);
  return new StoreError(problems[statusCode] ?? 'refused', message || 'The server did not accept this.');
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
  return new StoreError('refused', words || 'The server did not accept this.');
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
  return new StoreError('unreachable', 'The connection was lost. Please check it and try again.');
}

/** The error's message, for messages that end with the reason. */
export function reasonOf(error: unknown): string | undefined {
  return error instanceof Error && error.message ? error.message : undefined;
}

function readBody(body: unknown): { statusCode: string; message: string } {
  if (typeof body !== 'object' || body === null) return { statusCode: '', message: '' };
  const text = (key: 'statusCode' | 'message') => {
    const value: unknown = Reflect.get(body, key);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  return { statusCode: text('statusCode'), message: text('message') };
}
