import { setupI18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { greeting } from './greeting.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

test.each([
  ['Maria', 'Hello Maria,'],
  ["  D'Angelo ", "Hello D'Angelo,"],
  ['José-Luis', 'Hello José-Luis,'],
  ['Nguyễn', 'Hello Nguyễn,'],
  [undefined, 'Hello,'],
  ['', 'Hello,'],
  ['Win at evil.example', 'Hello,'],
  ['https://evil.example', 'Hello,'],
  ['<b>Maria</b>', 'Hello,'],
  ['call 900 555 0100', 'Hello,'],
  ['Maria\r\nBcc: x', 'Hello,'],
  ['a'.repeat(41), 'Hello,'],
])('%j is greeted as %j', (name, said) => {
  expect(i18n._(greeting(name))).toBe(said);
});
