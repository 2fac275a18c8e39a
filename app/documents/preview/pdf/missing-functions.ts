/** What pdf.js needs, its legacy build doesn't bring, and the oldest browsers lack. For the page and the worker. */

function add(owner: object, name: string, value: unknown): void {
  if (!(name in owner)) Object.defineProperty(owner, name, { value, configurable: true, writable: true });
}

add(Promise, 'withResolvers', () => {
  const parts: Record<string, unknown> = {};
  parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
  return parts;
});

add(Array.prototype, 'toSpliced', function toSpliced(this: unknown[], ...change: [number, number]) {
  const copy = [...this];
  copy.splice(...change);
  return copy;
});

add(Response.prototype, 'bytes', async function bytes(this: Response) {
  return new Uint8Array(await this.arrayBuffer());
});

add(AbortSignal, 'any', (signals: Iterable<AbortSignal>) => {
  const joined = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) joined.abort(signal.reason);
    signal.addEventListener('abort', () => joined.abort(signal.reason), { signal: joined.signal });
  }
  return joined.signal;
});

export {};
