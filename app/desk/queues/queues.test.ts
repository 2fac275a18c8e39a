import { expect, test } from 'vitest';
import { formatsIn } from '#domain/language/formats.ts';
import { sizeText } from './queues.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [1001, '1,000+'],
])('a queue of %i says %s', (size, text) => expect(sizeText(size, formatsIn('en').count)).toBe(text));
