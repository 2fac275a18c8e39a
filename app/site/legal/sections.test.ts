import { expect, test } from 'vitest';
import { sections as privacy } from './content/privacy.ts';
import { sections as terms } from './content/terms.ts';

test.each([
  ['terms', terms, 23],
  ['privacy', privacy, 16],
] as const)('the %s have their sections, with unique anchors', (_, sections, count) => {
  expect(sections).toHaveLength(count);
  expect(new Set(sections.map((section) => section.id)).size).toBe(count);
});
