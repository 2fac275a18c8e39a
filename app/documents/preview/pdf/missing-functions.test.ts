import { expect, test, vi } from 'vitest';

test('adds what a browser lacks, as the standard says', async () => {
  const places: [object, string][] = [
    [Promise, 'withResolvers'],
    [Array.prototype, 'toSpliced'],
    [AbortSignal, 'any'],
    [Response.prototype, 'bytes'],
  ];
  const own = places.map(
    ([owner, name]) => [owner, name, Object.getOwnPropertyDescriptor(owner, name)] as const,
  );
  for (const [owner, name] of places) Reflect.deleteProperty(owner, name);
  vi.resetModules();
  await import('./missing-functions.ts');
  try {
    const { promise, resolve } = Promise.withResolvers<number>();
    resolve(7);
    expect(await promise).toBe(7);
    const letters = ['a', 'b', 'c'];
    expect(letters.toSpliced(1, 1, 'x', 'y')).toEqual(['a', 'x', 'y', 'c']);
    expect(Object.keys(letters)).toEqual(['0', '1', '2']);
    const [first, second] = [new AbortController(), new AbortController()];
    const any = AbortSignal.any([first.signal, second.signal]);
    expect(any.aborted).toBe(false);
    second.abort('why');
    expect(any.reason).toBe('why');
    expect(AbortSignal.any([second.signal]).aborted).toBe(true);
    expect(await new Response('a').bytes()).toEqual(new Uint8Array([97]));
  } finally {
    for (const [owner, name, property] of own) if (property) Object.defineProperty(owner, name, property);
  }
});
