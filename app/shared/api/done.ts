export interface Answer {
  data: unknown;
  error: Error | null;
}
export type Cancelable = { abortSignal(signal: AbortSignal): PromiseLike<Answer> };
type DataOf<Given extends Answer> = Extract<Given, { error: null }>['data'];

/** What a request reads. Throws the server's error. */
export async function dataOf<Given extends Answer>(
  request: PromiseLike<Given> & Cancelable,
  signal: AbortSignal,
): Promise<DataOf<Given>>;
export async function dataOf<Given extends Answer>(request: PromiseLike<Given>): Promise<DataOf<Given>>;
export async function dataOf(request: PromiseLike<Answer> & Partial<Cancelable>, signal?: AbortSignal) {
  const { data, error } = await (signal && request.abortSignal ? request.abortSignal(signal) : request);
  if (error) throw error;
  return data;
}

/** Sends a change whose answer has nothing to read. Throws the server's error. */
export async function done(request: PromiseLike<Answer>): Promise<void> {
  await dataOf(request);
}
