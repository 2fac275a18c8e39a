import { expect, test } from 'vitest';
import { isConnectionError } from '#app/shared/api/error-wording.ts';
import { connectionLost, readProblem, refusal, type StoreProblem } from './store-error.ts';

test.each<[number, string, boolean, StoreProblem]>([
  [409, 'The resource already exists', true, 'taken'],
  [409, '{"code":"KeyAlreadyExists"}', false, 'taken'],
  [409, 'Upload-Offset header does not match', false, 'busy'],
  [423, 'Locked', false, 'busy'],
  [404, 'Not found', false, 'missing'],
  [410, '', false, 'missing'],
  [400, '{"statusCode":"409","message":"The resource already exists"}', true, 'taken'],
  [403, 'new row violates row-level security policy', true, 'refused'],
  [413, '<html>a proxy’s page</html>', false, 'refused'],
])('a resumable upload with status %i %s (creation: %s) is %s', (status, text, isCreation, problem) => {
  expect(readProblem(status, text, isCreation).problem).toBe(problem);
});

test('has the message of the server, or a readable one', () => {
  expect(readProblem(400, '{"message":"This PDF is not complete."}', false).message).toBe(
    'This PDF is not complete.',
  );
  expect(readProblem(413, 'Maximum size exceeded\n', true).message).toBe(
    'The object exceeded the maximum allowed size',
  );
  expect(refusal({ statusCode: '413', code: 'QuotaExceeded', message: 'x' }).message).toMatch(
    /^There is no room/,
  );
  expect(
    refusal({ statusCode: '400', code: 'InvalidKey', key: 'id/a.pdf', message: 'Invalid key: id/a.pdf' }),
  ).toMatchObject({
    code: 'InvalidKey',
    key: 'id/a.pdf',
    message: 'Invalid key: id/a.pdf',
  });
  expect(readProblem(502, '<html>a proxy’s page</html>', true).message).toBe(
    readProblem(502, '', true).message,
  );
  expect(readProblem(403, '', true).message).not.toBe('');
  expect(refusal(null).message).not.toBe('');
});

test('a request without a response counts as a lost connection everywhere', () => {
  expect(isConnectionError(connectionLost())).toBe(true);
  expect(isConnectionError(refusal({ statusCode: '404', code: 'NoSuchKey' }))).toBe(false);
});
