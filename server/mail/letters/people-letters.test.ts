/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { demoOffice as office } from '#domain/business/demo-office.ts';
import * as letters from './people-letters.ts';
import { renderLetter } from './render-letter.ts';

const link = `https://portal.example/invitation#${'a'.repeat(64)}`;
const facts = {
  to: 'sam@example.com',
  firstName: 'Sam',
  link,
  hours: 72,
  by: 'Dana Lee',
  action: 'invited',
  about: 'kim@example.com',
} as const;
const tagsIn = (html: string) => html.match(/<\/?[a-z!]+/g);

test.each(Object.entries(letters))('%s has the same markup for any input', (_name, write) => {
  const { html, text } = renderLetter(write(facts, office), office);
  expect(text).toContain('Hello Sam,');
  fc.assert(
    fc.property(fc.string(), fc.string(), (by, about) => {
      const made = renderLetter(write({ ...facts, by, about, firstName: by }, office), office);
      expect(tagsIn(made.html)).toEqual(tagsIn(html));
      expect(made.subject).not.toMatch(/[\r\n]/);
    }),
  );
});

test('has links in the letters that need one, and in no notice', () => {
  const texts = Object.values(letters).map((write) => renderLetter(write(facts, office), office).text);
  expect(texts.filter((text) => text.includes(link))).toHaveLength(2);
});

test('a notice to super users names who did it, and to which account', () => {
  for (const action of ['invited', 'email_correction', 'factors_reset'] as const) {
    const { text } = renderLetter(letters.staffActionLetter({ ...facts, action }, office), office);
    expect(text).toContain('Dana Lee');
    expect(text).toContain('kim@example.com');
  }
});
