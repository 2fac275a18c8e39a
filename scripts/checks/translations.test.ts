import { expect, test } from 'vitest';
import { translationProblems } from './translations.mjs';

const problemsOf = (message: string, translation: string) =>
  translationProblems([{ file: 'es/site/fees.po', texts: { id: { message, translation } } }]);

test.each([
  ['Prices', 'Precios'],
  ['Hello {name},', 'Hola, {name}:'],
  ['Call <0/> or <1>write</1>', '<1>Escriba</1> o llame al <0/>'],
  [
    '{n, plural, one {# form} other {# forms}}',
    '{n, plural, one {# formulario} many {# de formularios} other {# formularios}}',
  ],
  ['{who, select, you {your} other {their}}', '{who, select, you {su} other {su}}'],
  ['It’s {a} and {a}', 'Es {a}'],
])('takes “%s” as “%s”', (message, translation) => {
  expect(problemsOf(message, translation)).toEqual([]);
});

test.each([
  ['Prices', '', 'has no translation'],
  ['Hello {name}', 'Hola', 'without {name}'],
  ['Hello {name}', 'Hola, {nombre}', 'with {nombre}, which is unknown'],
  ['Call <0/>', 'Llame', 'without <0/>'],
  ['<0>Call</0>', '<0>Llame', 'without </0>'],
  ['{n, plural, one {# form} other {# forms}}', '{n} formularios', 'without {n, plural}'],
  ['{n, plural, one {# form} other {# forms}}', '{n, plural, one {# formulario}}', 'no form “other”'],
  [
    '{who, select, you {your} other {their}}',
    '{who, select, usted {su} other {su}}',
    'without {who, select, you}',
  ],
  ['Prices', 'Precios {x', 'can’t be read'],
  ['In {0} days', 'En {0} días', 'a value without a name, {0}'],
])('“%s” as “%s”: %s', (message, translation, problem) => {
  expect(problemsOf(message, translation).join('\n')).toContain(problem);
});

test('one text has one translation everywhere', () => {
  const close = (file: string, translation: string) => ({
    file,
    texts: { a1: { message: 'Close', translation } },
  });
  expect(translationProblems([close('ui.po', 'Cerrar'), close('staff.po', 'Cerrar')])).toEqual([]);
  expect(translationProblems([close('ui.po', 'Cerrar'), close('staff.po', 'Cerca')])).toEqual([
    'staff.po: “Close” is translated in another way in ui.po. Make them the same, or give them a context.',
  ]);
});
