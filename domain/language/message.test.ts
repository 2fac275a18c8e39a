import { setupI18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { msg, plural, select } from '#domain/language/message.ts';
import { formatsIn } from './formats.ts';
import * as atRunTime from './message.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

// The server calls the functions of message.ts; the build and the extraction replace the calls.
test.each([
  ['a text', atRunTime.msg`Prices`, msg`Prices`, 'Prices'],
  ['a value', atRunTime.msg`Hello ${{ name: 'Ana' }}`, msg`Hello ${{ name: 'Ana' }}`, 'Hello Ana'],
  [
    'a context',
    atRunTime.msg({ message: 'May', context: 'month' }),
    msg({ message: 'May', context: 'month' }),
    'May',
  ],
  [
    'a plural',
    atRunTime.msg`${atRunTime.plural({ count: 2 }, { one: '# form', other: '# forms' })} left`,
    msg`${plural({ count: 2 }, { one: '# form', other: '# forms' })} left`,
    '2 forms left',
  ],
  [
    'a selection',
    atRunTime.msg`Open ${atRunTime.select({ whose: 'own' }, { own: 'your', other: 'their' })} files`,
    msg`Open ${select({ whose: 'own' }, { own: 'your', other: 'their' })} files`,
    'Open your files',
  ],
])('%s has the same id with and without the build', (_, run, built, text) => {
  expect(run.id).toBe(built.id);
  expect(run.message).toBe(built.message);
  expect(i18n._(run)).toBe(text);
  expect(i18n._(built)).toBe(text);
});

test('the same text with another context is another message', () => {
  expect(msg({ message: 'May', context: 'month' }).id).not.toBe(msg`May`.id);
});

test('formats as people write in the United States', () => {
  const [en, es] = [formatsIn('en'), formatsIn('es')];
  expect([en.dollars(1998), es.dollars(1998)]).toEqual(['$1,998', '$1,998']);
  expect([en.count(2500), es.count(2500)]).toEqual(['2,500', '2,500']);
  expect([en.monthAndYear('2025-01'), es.monthAndYear('2025-01')]).toEqual(['January 2025', 'enero de 2025']);
  expect(en.orList(['cash', 'check', 'direct deposit'])).toBe('cash, check or direct deposit');
  expect(es.orList(['español', 'inglés'])).toBe('español o inglés');
  expect(es.orList(['siete', 'ocho'])).toBe('siete u ocho');
  expect(en.andList(['English', 'Spanish', 'Polish'])).toBe('English, Spanish and Polish');
  expect(en.andList([])).toBe('');
  expect([en.clock('08:00'), en.clock('00:30'), en.clock('20:05')]).toEqual([
    '8:00 AM',
    '12:30 AM',
    '8:05 PM',
  ]);
  expect(es.clock('20:05')).toMatch(/^8:05\sp\.\s?m\.$/);
  expect([en.weekdays([0, 6]), es.weekdays([6, 1])]).toEqual(['Sunday, Saturday', 'Sábado, lunes']);
});
