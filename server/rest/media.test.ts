import { describe, expect, test } from 'vitest';
import { chooseFormat, requireJson } from './media.ts';

const OBJECT = 'application/vnd.pgrst.object+json';

describe('chooseFormat', () => {
  test.each([
    [undefined, 'array', 'application/json; charset=utf-8'],
    ['*/*', 'array', 'application/json; charset=utf-8'],
    ['text/html, application/json;q=0.9', 'array', 'application/json; charset=utf-8'],
    ['application/json;q=0.1, text/csv', 'csv', 'text/csv; charset=utf-8'],
    [OBJECT, 'object', `${OBJECT}; charset=utf-8`],
    ['application/vnd.pgrst.object', 'object', `${OBJECT}; charset=utf-8`],
    [`${OBJECT};nulls=stripped`, 'object', `${OBJECT};nulls=stripped; charset=utf-8`],
    [
      'application/vnd.pgrst.array+json;nulls=stripped',
      'array',
      'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8',
    ],
    ['TEXT/CSV', 'csv', 'text/csv; charset=utf-8'],
  ])('%s', (accept, shape, contentType) => {
    expect(chooseFormat(accept)).toMatchObject({ shape, contentType });
  });

  test.each(['image/png', 'application/json;q=0', 'application/vnd.pgrst.plan+text', 'constructor', ''])(
    'rejects %j',
    (accept) => {
      expect(() => chooseFormat(accept)).toThrow(expect.objectContaining({ code: 'PGRST107' }));
    },
  );
});

test('requireJson rejects other content types', () => {
  expect(() => requireJson(undefined)).not.toThrow();
  expect(() => requireJson('application/json; charset=utf-8')).not.toThrow();
  expect(() => requireJson(OBJECT)).not.toThrow();
  expect(() => requireJson('text/csv')).toThrow(
    expect.objectContaining({ code: 'PGRST102', message: 'Content-Type not acceptable: text/csv' }),
  );
});
