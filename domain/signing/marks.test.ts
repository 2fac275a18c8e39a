import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { initialsOf, signingProblem } from './marks.ts';
import { markSchema, type Signing } from './schemas.ts';

const typed = { kind: 'typed', text: 'Maria Lopez' } as const;
const signing = (more: Partial<Signing> = {}): Signing => ({
  signature: typed,
  initials: null,
  values: {},
  ...more,
});
const field = (kind: 'signature' | 'initials' | 'check' | 'text', required = true) => ({
  id: randomUUID(),
  kind,
  required,
});

test('names the first field that is missing', () => {
  const [text, check, initials] = [field('text'), field('check'), field('initials')];
  const all = [field('signature'), text, check, initials];
  expect(signingProblem(signing(), all)).toEqual({ field: text.id });
  expect(signingProblem(signing({ values: { [text.id]: ' ' } }), all)).toEqual({ field: text.id });
  const filled = { [text.id]: 'Hartford', [check.id]: true };
  expect(signingProblem(signing({ values: { ...filled, [check.id]: false } }), all)).toEqual({
    field: check.id,
  });
  expect(signingProblem(signing({ values: filled }), all)).toEqual({ field: initials.id });
  expect(signingProblem(signing({ values: filled, initials: typed }), all)).toBeUndefined();
});

test('optional fields may stay empty, and unknown fields are refused', () => {
  expect(signingProblem(signing(), [field('text', false), field('check', false)])).toBeUndefined();
  expect(signingProblem(signing({ values: { [randomUUID()]: 'x' } }), [field('signature')])).toEqual({});
});

test('a value has the type of its field', () => {
  const [text, check] = [field('text', false), field('check', false)];
  expect(signingProblem(signing({ values: { [text.id]: true } }), [text])).toEqual({ field: text.id });
  expect(signingProblem(signing({ values: { [check.id]: 'yes' } }), [check])).toEqual({ field: check.id });
});

test('a drawing has a bound', () => {
  const long = Array.from({ length: 2000 }, (_, i) => i % 1000);
  const drawn = { kind: 'drawn' as const, ratio: 3, strokes: Array.from({ length: 9 }, () => long) };
  expect(signingProblem(signing({ signature: drawn }), [field('signature')])).toEqual({});
  expect(markSchema.safeParse({ ...drawn, strokes: [[0, 1001]] }).success).toBe(false);
  expect(markSchema.safeParse({ kind: 'typed', text: '  ' }).success).toBe(false);
});

test('initials are the first letters of the names', () => {
  expect(initialsOf('María de la Cruz')).toBe('MDLC');
  expect(initialsOf('  ')).toBe('');
});
