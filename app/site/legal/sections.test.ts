import { expect, test } from 'vitest';
import { formatsIn } from '#domain/language/formats.ts';
import { demoOffice } from '#tests/support/office.ts';
import { sections as privacy } from './content/privacy.ts';
import { sections as terms } from './content/terms.ts';

test.each([
  ['terms', terms(demoOffice, formatsIn('en')), 23],
  ['privacy', privacy(demoOffice), 16],
] as const)('the %s have their sections, with unique anchors', (_, sections, count) => {
  expect(sections).toHaveLength(count);
  expect(new Set(sections.map((section) => section.id)).size).toBe(count);
});
