import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientFilter } from './client-search.ts';

describe('clientFilter', () => {
  it('finds nothing to filter in a blank search', () => {
    expect(clientFilter('')).toBeNull();
    expect(clientFilter('  \t ')).toBeNull();
  });

  it('looks at both names and the e-mail', () => {
    expect(clientFilter(' maria ')).toBe(
      'first_name.ilike."%maria%",last_name.ilike."%maria%",email.ilike."%maria%"',
    );
  });

  it('looks across the space between the names, wherever it is', () => {
    const filter = clientFilter('Ana  María López');
    expect(filter).toContain('and(first_name.ilike."%Ana",last_name.ilike."María López%")');
    expect(filter).toContain('and(first_name.ilike."%Ana María",last_name.ilike."López%")');
  });

  it.each([
    ['50%', '50\\\\%'],
    ['a_b', 'a\\\\_b'],
    ['back\\slash', 'back\\\\\\\\slash'],
    ['say "hi"', 'say \\"hi\\"'],
    ['a*b', 'a_b'],
  ])('takes %s literally', (typed, escaped) => {
    expect(clientFilter(typed)).toContain(`email.ilike."%${escaped}%"`);
  });

  it('never lets what was typed out of its quotes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => {
        const filter = clientFilter(typed);
        if (filter === null) return;
        const outside = filter.replace(/"(\\.|[^"\\])*"/gsu, '""');
        expect(outside).toMatch(/^(and\(|\w+\.ilike\.""|,|\))+$/);
      }),
    );
  });
});
