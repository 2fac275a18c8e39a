import { expect, test } from 'vitest';
import { languageOfPerson } from './persons-language.ts';

test.each([
  ['a login in a new browser', { inProfile: 'es', chosen: 'en', chosenBy: null }, 'es'],
  ['the first login of someone who never chose', { inProfile: 'en', chosen: 'es', chosenBy: null }, 'es'],
  ['someone who chose English again', { inProfile: 'es', chosen: 'en', chosenBy: 'anna' }, 'en'],
  ['someone who chose Spanish', { inProfile: 'en', chosen: 'es', chosenBy: 'anna' }, 'es'],
  [
    'someone who chose English, after a login in Spanish',
    { inProfile: 'en', chosen: 'es', chosenBy: 'luis' },
    'en',
  ],
  ['no difference', { inProfile: 'en', chosen: 'en', chosenBy: null }, 'en'],
] as const)('%s', (_, known, language) => {
  expect(languageOfPerson({ id: 'anna', ...known })).toBe(language);
});
