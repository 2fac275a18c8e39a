import { expect, it } from 'vitest';
import { encodeLiteralPercents } from './literal-percents.ts';

const object = '/storage/v1/object/b/';

it.each([
  [`${object}100%.pdf`, `${object}100%25.pdf`],
  [`${object}50%`, `${object}50%25`],
  [`${object}%zz%4`, `${object}%25zz%254`],
  [`${object}a%20b%C3%A9%2F`, `${object}a%20b%C3%A9%2F`],
  [`${object}a%?download=50%`, `${object}a%25?download=50%`],
  ['/rest/v1/t?x=50%', '/rest/v1/t?x=50%'],
  ['/rest/v1/50%', '/rest/v1/50%'],
])('%s', (url, expected) => {
  expect(encodeLiteralPercents(url)).toBe(expected);
});
