import { expect, test } from 'vitest';
import { smtpFailure } from './smtp-failure.ts';

const said = (code: string, command: string, response: string) => ({
  code,
  command,
  response,
  responseCode: Number(response.slice(0, 3)),
});
const rcpt = (response: string) => said('EENVELOPE', 'RCPT TO', response);
const data = (response: string) => said('EMESSAGE', 'DATA', response);
const broken = (code: string, message: string, originalCode?: string) => ({ code, message, originalCode });

test.each([
  ['no such mailbox', rcpt('550 5.1.1 no such user'), 'bad_address', true],
  ['the same, of a server that gives no enhanced status', rcpt('550 no such user'), 'bad_address', true],
  ['a mailbox that was closed', rcpt('550 5.2.1 disabled'), 'bad_address', true],
  ['a rule against us, not the address', rcpt('550 5.7.1 relaying denied'), 'refused', true],
  [
    'an address that nodemailer itself can’t use',
    broken('EENVELOPE', 'No recipients defined'),
    'bad_address',
    true,
  ],
  ['spam', data('554 5.7.1 looks like spam'), 'refused', true],
  ['a no to the address once the mail is there', data('550 5.1.1 no such user'), 'refused', true],
  ['greylisting', rcpt('450 4.2.1 come back later'), 'busy', false],
  ['a full disk', data('452 4.3.1 no room'), 'busy', false],
  ['a session in disorder', rcpt('503 5.5.1 bad sequence'), 'busy', false],
  ['a sender that may not send', said('EENVELOPE', 'MAIL FROM', '553 5.7.1 not yours'), 'refused', false],
  ['a login that is asked for', said('EENVELOPE', 'MAIL FROM', '530 5.7.0 log in first'), 'login', false],
  ['a login that is refused', said('EAUTH', 'AUTH PLAIN', '535 5.7.8 wrong'), 'login', false],
  ['a STARTTLS that is not there', said('ETLS', 'STARTTLS', '502 unknown'), 'insecure', false],
  ['nobody at the port', broken('ESOCKET', 'connect ECONNREFUSED', 'ECONNREFUSED'), 'unreachable', false],
  ['no greeting', broken('ETIMEDOUT', 'Greeting never received'), 'unreachable', false],
  [
    'a certificate of nobody',
    broken('ESOCKET', 'self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'),
    'untrusted',
    false,
  ],
  [
    'another host’s',
    broken('ESOCKET', 'Host: x. is not in', 'ERR_TLS_CERT_ALTNAME_INVALID'),
    'untrusted',
    false,
  ],
  ['an old protocol', broken('ESOCKET', 'unsupported', 'ERR_SSL_UNSUPPORTED_PROTOCOL'), 'insecure', false],
])('%s', (_what, facts, failure, permanent) => {
  const error = Object.assign(new Error('message' in facts ? facts.message : 'failed'), facts);
  expect(smtpFailure(error)).toMatchObject({ failure, permanent });
});

test('the words are the other side’s, cut short; what may be logged names nobody', () => {
  const { message, kind } = smtpFailure(
    Object.assign(new Error('x'), rcpt(`550 5.1.1 <maria@mail.example> ${'x'.repeat(900)}`)),
  );
  expect(message).toHaveLength(500);
  expect(kind).toBe('EENVELOPE 550');
});
