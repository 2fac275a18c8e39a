import { expect, test } from 'vitest';
import { businessSchema } from '#domain/business/business.ts';
import type { Translate } from '#domain/language/translate.ts';
import { problemWords } from './problem-words.ts';

/** A schema of zod or one of its checks. */
interface Schema {
  _zod: { def: object };
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && '_zod' in value;

/** Every message that the schema, its parts, and their checks can give. */
function messagesOf(schema: Schema, found = new Set<string>(), seen = new Set<Schema>()): Set<string> {
  if (seen.has(schema)) return found;
  seen.add(schema);
  const { def } = schema._zod;
  const { error, shape = {} } = def as { error?: (issue: object) => unknown; shape?: object };
  const message = error?.({ code: 'custom' });
  if (typeof message === 'string') found.add(message);
  for (const part of [...Object.values(def).flat(), ...Object.values(shape)]) {
    if (isSchema(part)) messagesOf(part, found, seen);
  }
  return found;
}

/** Marks what was translated. */
const marked: Translate = ({ message }) => `<${message}>`;

test('each problem that the schema can give has words in other languages', () => {
  const messages = [...messagesOf(businessSchema)];
  expect(messages.length).toBeGreaterThan(35);
  expect(messages.filter((message) => problemWords(message, marked) === message)).toEqual([]);
});
