/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { demoOffice as office } from '#domain/business/demo-office.ts';
import { renderLetter } from './render-letter.ts';
import { visitorNotice } from './visitor-notice.ts';

const SUBJECT = 'New Appointment Booked: Ana';
const written = (html: string) =>
  renderLetter(visitorNotice({ subject: SUBJECT, html }, 'https://portal.example'), office);
/** The markup before and after the visitor's text. */
const frame = (html: string, words: string) => html.split(words);

test('puts the visitor’s text into a letter that says who wrote it', () => {
  const { subject, html, text } = written('<p><strong>Name:</strong> Ana</p>');
  expect(subject).toBe(SUBJECT);
  expect(html).toContain('<p><strong>Name:</strong> Ana</p>');
  expect(text).toContain('\n> Name: Ana\n');
  for (const part of [html, text]) {
    expect(part).toContain('A visitor wrote the quoted text');
    expect(part).toContain('https://portal.example/manage?queue=appointments');
    expect(part).toContain(office.contact.phone.display);
  }
});

test('has the same letter around any text', () => {
  const WORDS = 'the words';
  const [before = '', after = ''] = frame(written(`<p>${WORDS}</p>`).html, `<p>${WORDS}</p>`);
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.constantFrom('</div>', '</body>', '<style>', '<!--'))),
      (all) => {
        const { html, text } = written(all.join(''));
        expect(html.startsWith(before)).toBe(true);
        expect(html.endsWith(after)).toBe(true);
        expect(text).toContain('Someone booked an appointment on the website.');
      },
    ),
  );
});

test('makes the subject one line of at most 200 characters', () => {
  const unit = fc.constantFrom('\r', '\n', '\0', '\u2028', '\u202e', '\u200d', ' ', 'a', 'é', '🦊');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 400 }), (name) => {
      const subject = String(
        visitorNotice({ subject: `New Appointment Booked: ${name}`, html: '' }, '').subject,
      );
      expect(subject).not.toMatch(/[\r\n\0\u2028\u202e\u200d]/);
      expect([...subject].length).toBeLessThanOrEqual(200);
    }),
  );
});
