import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calendarAddress, readCalendarAddress } from './calendar-address.ts';

const rosa = { name: 'Rosa & Ana', phone: '+12035550142', email: 'rosa+tax@example.com' };

test('our own calendar', () => {
  expect(calendarAddress(null, rosa, 'portal.example')).toBe(
    '/calendar?name=Rosa+%26+Ana&email=rosa%2Btax%40example.com&a1=%2B12035550142',
  );
});

test("another house's keeps its own settings", () => {
  const address = new URL(
    calendarAddress('https://calendly.com/office/meeting?hide_gdpr_banner=1', rosa, 'portal.example'),
  );
  expect(address.origin + address.pathname).toBe('https://calendly.com/office/meeting');
  expect(Object.fromEntries(address.searchParams)).toEqual({
    hide_gdpr_banner: '1',
    name: 'Rosa & Ana',
    email: 'rosa+tax@example.com',
    a1: '+12035550142',
    embed_domain: 'portal.example',
    embed_type: 'Inline',
  });
});

test('who gave no e-mail has a fixed one there, and none here', () => {
  const address = calendarAddress(null, { ...rosa, email: null }, 'portal.example');
  expect(new URL(address, 'http://portal.example').searchParams.get('email')).toBe('no-email@example.com');
  expect(readCalendarAddress(address.slice('/calendar'.length)).email).toBe('');
});

test('what goes into the address comes out again', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1 });
  fc.assert(
    fc.property(text, text, (name, email) => {
      const address = calendarAddress(null, { ...rosa, name, email }, 'portal.example');
      expect(readCalendarAddress(address.slice('/calendar'.length))).toEqual({
        name,
        email,
        phone: rosa.phone,
      });
    }),
  );
});
