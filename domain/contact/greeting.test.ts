import { setupI18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { greeting, greetingOfWhole } from './greeting.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

test.each([
  ['Maria', 'Hello Maria,'],
  ["  D'Angelo ", "Hello D'Angelo,"],
  ['José-Luis', 'Hello José-Luis,'],
  ['Nguyễn', 'Hello Nguyễn,'],
  ['Ma. Teresa', 'Hello Ma. Teresa,'],
  ['J.R.', 'Hello J.R.,'],
  ['J.R', 'Hello J.R,'],
  ['J', 'Hello J,'],
  ['Jean\u2010Luc', 'Hello Jean\u2010Luc,'],
  ['Maria & John', 'Hello Maria & John,'],
  ['MARIA TERESA', 'Hello Maria Teresa,'],
  ['JR', 'Hello JR,'],
  ['Maria 🌸', 'Hello Maria,'],
  ['Robert (Bob)', 'Hello Robert,'],
  ["Rosa's Bakery LLC", 'Hello,'],
  ['🌸', 'Hello,'],
  ['visit evil.example', 'Hello,'],
  ['t.co', 'Hello,'],
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

test.each([
  ['Rosa Delgado', 'Hello Rosa,'],
  ['Ma. Teresa Cruz', 'Hello Ma. Teresa,'],
  ['J.R. Smith', 'Hello J.R.,'],
  ['J. Robert Smith', 'Hello J. Robert,'],
  ['J. Smith', 'Hello J. Smith,'],
  ['Dr. Rosa Delgado', 'Hello Rosa,'],
  ['de la Cruz, Rosa', 'Hello Rosa,'],
  ['John Smith, Jr.', 'Hello John,'],
  ['ROSA DELGADO', 'Hello Rosa,'],
  ['🌸 Rosa Delgado', 'Hello Rosa,'],
  ["Rosa's Bakery LLC", 'Hello,'],
  ['Mary Church', 'Hello Mary,'],
  ['Bakery LLC', 'Hello Bakery,'],
  ['J.', 'Hello J.,'],
  ['Rosa\r\nBcc: x', 'Hello,'],
  ['', 'Hello,'],
])('a visitor called %j is greeted as %j', (name, said) => {
  expect(i18n._(greetingOfWhole(name))).toBe(said);
});
