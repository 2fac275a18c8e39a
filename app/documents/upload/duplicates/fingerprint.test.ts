/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inputs } from '#tests/support/property-inputs.ts';
import { fingerprintOf, hashOf, readEnds } from './fingerprint.ts';

const fingerprint = async (bytes: Uint8Array<ArrayBuffer>, name = 'a') => {
  const file = new File([bytes], name);
  return fingerprintOf(file.size, await readEnds(file));
};
const digest = async (bytes: Uint8Array<ArrayBuffer>) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).toHex();
const large = (fill: number) => new Uint8Array(1_000_000).fill(fill);

describe('fingerprintOf', () => {
  it('is 64 hex digits, independent of the name', async () => {
    const one = await fingerprint(large(1), 'a.pdf');
    expect(one).toMatch(/^[0-9a-f]{64}$/);
    expect(await fingerprint(large(1), 'b.pdf')).toBe(one);
  });

  it('depends on head, tail, and size', async () => {
    const changed = (at: number) => {
      const bytes = large(1);
      bytes[at] = 2;
      return bytes;
    };
    const all = await Promise.all(
      [large(1), changed(0), changed(999_999), large(1).slice(1), new Uint8Array(0)].map((bytes) =>
        fingerprint(bytes),
      ),
    );
    expect(new Set(all).size).toBe(all.length);
  });
});

describe('hashOf', () => {
  it('is the SHA-256 of a file of any size', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 3_000_000 }), async (size) => {
        const bytes = new Uint8Array(size).map((_, i) => i % 251);
        expect(await hashOf(new Blob([bytes]))).toBe(await digest(bytes));
      }),
      { numRuns: inputs(8) },
    );
  });

  it('stops when aborted', async () => {
    const controller = new AbortController();
    controller.abort();
    await expect(hashOf(new Blob([large(1)]), controller.signal)).rejects.toThrow();
  });
});
