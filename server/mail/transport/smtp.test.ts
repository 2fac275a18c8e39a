import { expect, test } from 'vitest';
import { smtpFailure } from './smtp.ts';

const smtpError = (code: string, command: string, response: string) => ({
  code,
  command,
  response,
  responseCode: Number(response.slice(0, 3)),
});
const rcpt = (response: string) => smtpError('EENVELOPE', 'RCPT TO', response);
const data = (response: string) => smtpError('EMESSAGE', 'DATA', response);
const broken = (code: string, message: string, originalCode?: string) => ({ code, message, originalCode });

test.each([
  ['no such mailbox', rcpt('550 5.1.1 no such user'), 'bad_address', true],
  ['no such mailbox, without an enhanced status', rcpt('550 no such user'), 'bad_address', true],
  ['a disabled mailbox', rcpt('550 5.2.1 disabled'), 'bad_address', true],
  ['a policy, not the address', rcpt('550 5.7.1 relaying denied'), 'refused', true],
  ['an address that nodemailer can’t use', broken('EENVELOPE', 'No recipients defined'), 'bad_address', true],
  ['spam', data('554 5.7.1 looks like spam'), 'refused', true],
  ['an unknown address after DATA', data('550 5.1.1 no such user'), 'refused', true],
  ['greylisting', rcpt('450 4.2.1 come back later'), 'busy', false],
  ['a full disk', data('452 4.3.1 no room'), 'busy', false],
  ['a bad sequence of commands', rcpt('503 5.5.1 bad sequence'), 'busy', false],
  [
    'a sender without permission',
    smtpError('EENVELOPE', 'MAIL FROM', '553 5.7.1 not yours'),
    'refused',
    false,
  ],
  ['a required login', smtpError('EENVELOPE', 'MAIL FROM', '530 5.7.0 log in first'), 'login', false],
  ['a failed login', smtpError('EAUTH', 'AUTH PLAIN', '535 5.7.8 wrong'), 'login', false],
  ['missing STARTTLS', smtpError('ETLS', 'STARTTLS', '502 unknown'), 'insecure', false],
  ['a refused connection', broken('ESOCKET', 'connect ECONNREFUSED', 'ECONNREFUSED'), 'unreachable', false],
  ['no greeting', broken('ETIMEDOUT', 'Greeting never received'), 'unreachable', false],
  [
    'a self-signed certificate',
    broken('ESOCKET', 'self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'),
    'untrusted',
    false,
  ],
  [
    'a certificate for another host',
    broken('ESOCKET', 'Host: x. is not in', 'ERR_TLS_CERT_ALTNAME_INVALID'),
    'untrusted',
    false,
  ],
  ['an old protocol', broken('ESOCKET', 'unsupported', 'ERR_SSL_UNSUPPORTED_PROTOCOL'), 'insecure', false],
])('%s', (_what, facts, failure, permanent) => {
  const error = Object.assign(new Error('message' in facts ? facts.message : 'failed'), facts);
  expect(smtpFailure(error)).toMatchObject({ failure, permanent });
});

test('truncates the server’s message, and keeps addresses out of the kind', () => {
  const { message, kind } = smtpFailure(
    Object.assign(new Error('x'), rcpt(`550 5.1.1 <maria@mail.example> ${'x'.repeat(900)}`)),
  );
  expect(message).toHaveLength(500);
  expect(kind).toBe('EENVELOPE 550');
});
