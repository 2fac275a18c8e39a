import { expect, test } from 'vitest';
import { languageOfPerson } from './persons-language.ts';

test.each([
  ['a login in a new browser', { inProfile: 'es', chosen: 'en', isOwnChoice: false }, 'es'],
  ['the first login of someone who never chose', { inProfile: 'en', chosen: 'es', isOwnChoice: false }, 'es'],
  ['someone who chose English again', { inProfile: 'es', chosen: 'en', isOwnChoice: true }, 'en'],
  ['someone who chose Spanish', { inProfile: 'en', chosen: 'es', isOwnChoice: true }, 'es'],
  ['no difference', { inProfile: 'en', chosen: 'en', isOwnChoice: false }, 'en'],
] as const)('%s', (_, known, language) => {
  expect(languageOfPerson(known)).toBe(language);
});
