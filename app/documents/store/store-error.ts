/**
 * Why the store didn't do something.
 * taken: the name is in use. missing: it isn't there (any more), or isn't ours to see. refused: the server said
 * no. unreachable: no answer came. busy: somebody else has hold of it for a moment. cancelled: the person stopped it.
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

/** From an error body of the wire, `{"statusCode":"409","message":"..."}`, which may also be no JSON at all. */
export function refusal(body: unknown): StoreError {
  const { statusCode, message } = readBody(body);
  return new StoreError(problems[statusCode] ?? 'refused', message || 'The server did not accept this.');
}

/** From what storage-js hands back: an answer has a status code, a lost connection has none. */
export function storeError(error: { message: string; statusCode?: string | undefined }): StoreError {
  if (!error.statusCode) return new StoreError('unreachable', error.message);
  return refusal({ statusCode: error.statusCode, message: error.message });
}

/**
 * From an answer of the resumable uploads: their body may be bare text. Where an upload is created, 409 is a name in
 * use; where it goes on, the offset has moved, or somebody else has hold of it (423) for a moment.
 */
export function readProblem(status: number, text: string, isCreation: boolean): StoreError {
  const { statusCode, message } = readBody(parse(text));
  const code = statusCode || String(status);
  // A proxy's page is nothing to read.
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
    // A proxy's page, or plain words.
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

/** The reason in words, for the messages that end with it. */
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
