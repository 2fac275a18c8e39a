import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseBusiness } from '#domain/business.ts';
import {
  authLetters,
  emailChangedLetter,
  passwordChangedLetter,
  reauthenticationLetter,
} from './auth-letters.ts';
import { renderLetter } from './render-letter.ts';

const office = parseBusiness(
  JSON.parse(await readFile(new URL('../../business.json', import.meta.url), 'utf8')),
);
const link =
  'https://portal.example/auth/v1/verify?token=abc&type=signup&redirect_to=https%3A%2F%2Fx.example';
const facts = { to: 'maria@example.com', firstName: 'Maria', link, code: '482913' };

describe.each(Object.entries(authLetters))('%s', (_type, write) => {
  const { subject, html, text } = renderLetter(write(facts, office), office);

  test('carries link, code and the office in both parts', () => {
    expect(text).toContain(`\n${link}\n`);
    expect(html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
    for (const part of [html, text]) {
      expect(part).toContain('482913');
      expect(part).toContain('Hello Maria,');
      expect(part).toContain(office.contact.phone.display);
    }
    expect(subject).not.toBe('');
  });

  test('says what to do if it was somebody else', () => {
    expect(text).toMatch(/Did you not/);
  });

  test('escapes everything that it is given', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (firstName, token) => {
        const hostile = { to: facts.to, firstName, link: `https://portal.example/?t=${token}`, code: token };
        const made = renderLetter(write(hostile, office), office).html;
        // The markup has the same skeleton whatever is put in.
        expect(made.match(/<\/?[a-z!][^>]*>/g)?.map(tagName)).toEqual(
          html.match(/<\/?[a-z!][^>]*>/g)?.map(tagName),
        );
      }),
    );
  });
});

test('the code alone, and the notices alone, have no button', () => {
  const letters = [
    reauthenticationLetter(facts),
    passwordChangedLetter(facts, office),
    emailChangedLetter(facts, office),
  ];
  for (const letter of letters) {
    const { html, text } = renderLetter(letter, office);
    expect(html).not.toContain('undefined');
    expect(html).not.toContain('class="action"');
    expect(text).not.toContain('https://');
  }
});

function tagName(tag: string): string | undefined {
  return /^<\/?([a-z!0-9]+)/i.exec(tag)?.[0];
}
