import { expect, test } from 'vitest';
import { filtersIn } from './log.tsx';

const person = '00000000-0000-4000-8000-000000000001';

test('parseFilters ignores invalid parameters', () => {
  const good = `person=${person}&kind=forms&document=+w2+&from=2026-03-01&to=2026-03-31`;
  expect(filtersIn(new URLSearchParams(good))).toEqual({
    person,
    kind: 'forms',
    document: 'w2',
    from: '2026-03-01',
    to: '2026-03-31',
  });
  const bad = 'person=eve&kind=toString&from=2026-02-30&to=soon';
  expect(filtersIn(new URLSearchParams(bad))).toEqual({
    person: null,
    kind: null,
    document: '',
    from: null,
    to: null,
  });
});
