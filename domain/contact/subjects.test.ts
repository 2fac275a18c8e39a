/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { english } from '#domain/language/english.ts';
import { replyClosing, replyGreeting, replySubject } from './reply.ts';
import { contactSubjects, isContactSubject, subjectLabel } from './subjects.ts';

test('has fifteen subjects with labels', () => {
  expect(contactSubjects).toHaveLength(15);
  for (const { value, label } of contactSubjects) {
    expect(isContactSubject(value)).toBe(true);
    expect(subjectLabel(value, english)).toBe(english(label));
  }
});

test.each([
  ['Paying in cash', 'Paying in cash'],
  ['constructor', 'constructor'],
  ['Hello\r\nBcc: everybody@example.com', 'Hello Bcc: everybody@example.com'],
  ['\u202Egnp.exe', 'gnp.exe'],
  [' \n ', 'Your message'],
])('%j is shown as %j', (value, words) => {
  expect(subjectLabel(value, english)).toBe(words);
});

test('any text becomes one line of at most 80 characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (value) => {
      const words = subjectLabel(value, english);
      expect(words).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      expect([...words].length).toBeLessThanOrEqual(80);
      expect(words.trim()).not.toBe('');
    }),
  );
});

test('greets by the first name, and signs', () => {
  expect(replySubject('refund-status', english)).toBe('Re: Refund Status');
  expect(english(replyGreeting(' Rosa  Delgado Muñoz '))).toBe('Hello Rosa,');
  expect(english(replyGreeting('https://evil.example buy'))).toBe('Hello,');
  expect(english(replyGreeting(''))).toBe('Hello,');
  expect(replyClosing('Sam', 'Nutmeg Tax')).toBe('Sam\nNutmeg Tax');
  expect(replyClosing(null, 'Nutmeg Tax')).toBe('Nutmeg Tax');
});
