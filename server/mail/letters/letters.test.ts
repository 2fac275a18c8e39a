/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { demoOffice as office } from '#domain/business/demo-office.ts';
import { authLetter } from './auth-letters.ts';
import { renderLetter } from './render-letter.ts';

const link =
  'https://portal.example/auth/v1/verify?token=abc&type=signup&redirect_to=https%3A%2F%2Fx.example';
const facts = { to: 'maria@example.com', firstName: 'Maria', link, code: '482913' };

const withLinkAndCode = ['confirmation', 'recovery', 'magic_link', 'email_change'] as const;
const aboutPeople = ['invitation', 'email_correction', 'email_correction_asked', 'staff_act'] as const;
const notices = [
  'password_changed',
  'email_change_asked',
  'email_changed',
  'new_sign_in',
  'factor_added',
  'factor_removed',
  'factors_reset',
  'recovery_code_used',
] as const;

describe.each(withLinkAndCode)('%s', (type) => {
  const { subject, html, text } = renderLetter(authLetter(type, facts, office), office);

  test('has the link, the code and the office in both parts', () => {
    expect(text).toContain(`\n${link}\n`);
    expect(html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
    for (const part of [html, text]) {
      expect(part).toContain('482913');
      expect(part).toContain('Hello Maria,');
      expect(part).toContain(office.contact.phone.display);
    }
    expect(subject).not.toBe('');
  });

  test('says what to do if it was someone else', () => {
    expect(text).toMatch(/If you didn’t/);
  });

  test('escapes all values', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (firstName, token) => {
        const hostile = { to: facts.to, firstName, link: `https://portal.example/?t=${token}`, code: token };
        const made = renderLetter(authLetter(type, hostile, office), office).html;
        // The markup has the same tags for any input.
        expect(made.match(/<\/?[a-z!][^>]*>/g)?.map(tagName)).toEqual(
          html.match(/<\/?[a-z!][^>]*>/g)?.map(tagName),
        );
      }),
    );
  });
});

test('letters with only a code, and notices, have no button', () => {
  const everything = {
    ...facts,
    at: new Date('2026-11-20T17:14:00Z'),
    userAgent: '<b>x</b>',
    address: '203.0.113.7',
    remaining: 3,
  };
  const letters = [
    authLetter('reauthentication', facts, office),
    ...notices.map((type) => authLetter(type, everything, office)),
  ];
  for (const letter of letters) {
    const { html, text } = renderLetter(letter, office);
    expect(html).not.toContain('undefined');
    expect(html).not.toContain('class="action"');
    expect(text).not.toContain('https://');
  }
});

test('a sign-in notice shows the time in the office’s zone, the device and the address', () => {
  const sign = { to: facts.to, at: new Date('2026-11-20T17:14:00Z'), address: '203.0.113.7' };
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
  const { html, text } = renderLetter(authLetter('new_sign_in', { ...sign, userAgent }, office), office);
  expect(text).toContain(
    'When: Friday, November 20, 2026 at 12:14 PM EST\nDevice: Firefox on Linux\nIP address: 203.0.113.7\n',
  );
  for (const fact of ['12:14', 'Firefox on Linux', '203.0.113.7']) expect(html).toContain(fact);
  const unnamed = renderLetter(
    authLetter('new_sign_in', { ...sign, userAgent: 'evil https://evil.example', address: null }, office),
    office,
  );
  expect(unnamed.text).not.toContain('evil');
});

test.each([
  [0, 'It was your last one'],
  [1, 'You have one left'],
  [7, 'You have 7 left'],
])('%d recovery codes left', (remaining, words) => {
  const letter = authLetter('recovery_code_used', { ...facts, remaining }, office);
  expect(renderLetter(letter, office).text).toContain(words);
});

const staff = {
  to: 'sam@example.com',
  firstName: 'Sam',
  link: `https://portal.example/invitation#${'a'.repeat(64)}`,
  hours: 72,
  by: 'Dana Lee',
  action: 'invited',
  about: 'kim@example.com',
} as const;
const tagsIn = (html: string) => html.match(/<\/?[a-z!]+/g);

test.each(aboutPeople)('%s has the same markup for any input', (type) => {
  const { html, text } = renderLetter(authLetter(type, staff, office), office);
  expect(text).toContain('Hello Sam,');
  fc.assert(
    fc.property(fc.string(), fc.string(), (by, about) => {
      const made = renderLetter(authLetter(type, { ...staff, by, about, firstName: by }, office), office);
      expect(tagsIn(made.html)).toEqual(tagsIn(html));
      expect(made.subject).not.toMatch(/[\r\n]/);
    }),
  );
});

test('has links in the letters that need one, and in no notice', () => {
  const texts = aboutPeople.map((type) => renderLetter(authLetter(type, staff, office), office).text);
  expect(texts.filter((text) => text.includes(staff.link))).toHaveLength(2);
});

test('a notice to super users names who did it, and to which account', () => {
  for (const action of ['invited', 'email_correction', 'factors_reset'] as const) {
    const { text } = renderLetter(authLetter('staff_act', { ...staff, action }, office), office);
    expect(text).toContain('Dana Lee');
    expect(text).toContain('kim@example.com');
  }
});

function tagName(tag: string): string | undefined {
  return /^<\/?([a-z!0-9]+)/i.exec(tag)?.[0];
}
