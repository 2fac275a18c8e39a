import { demoOffice } from '#domain/business/demo-office.ts';
import { returnKinds, returnStatuses } from '#domain/returns/tax-return.ts';
import { authLetter } from '#server/mail/letters/auth-letters.ts';
import { renderLetter } from '#server/mail/letters/render-letter.ts';
import { letterIds, sampleAccount, sampleLetter, writeQueued } from '#server/mail/preview/samples.ts';

/** To staff, or in words of other people. */
const notOurs = /^(invitation|staff_act\..*|contact_reply)$/;

/**
 * Each mail that a client gets in words of ours only, by name.
 * @param {import('#domain/language/translate.ts').Reader} reader
 * @param {import('#domain/business/business.ts').Business} office
 * @returns {[string, import('#server/mail/transport/transport.ts').MailContent][]}
 */
export function lettersToClients(reader, office = demoOffice) {
  return samples(reader, office).filter(([name]) => !notOurs.test(name));
}

/**
 * All mails that are in the language of their reader: also those to staff, and those with words of other people.
 * @param {import('#domain/language/translate.ts').Reader} reader
 * @param {import('#domain/business/business.ts').Business} office
 * @returns {[string, import('#server/mail/transport/transport.ts').MailContent][]}
 */
export function translatedLetters(reader, office = demoOffice) {
  const render = (letter) => renderLetter(letter, office, reader);
  const account = (type, facts) => render(authLetter(type, { ...sampleAccount, ...facts }, office, reader));
  const queued = (name, facts) => render(writeQueued(name, facts, office, reader));
  return [
    ...samples(reader, office),
    // There is none about a return that was only opened.
    ...returnStatuses
      .slice(1)
      .flatMap((status) =>
        returnKinds.map((kind) => [
          `return_status ${status} ${kind}`,
          queued('return_status', { kind, status }),
        ]),
      ),
    ...[0, 1, 2].map((remaining) => [
      `recoveryCodeUsed ${remaining}`,
      account('recovery_code_used', { remaining }),
    ]),
    ['document_request 2', queued('document_request', { items: ['W-2', '1099'] })],
    ['appointment_moved without a time', queued('appointment_moved', { was: null })],
    ['invitation without a sender', account('invitation', { by: '' })],
    ...['invited', 'email_correction', 'factors_reset'].map((action) => [
      `staffAction ${action} without a name`,
      account('staff_act', { action, by: '', about: '' }),
    ]),
  ];
}

function samples(reader, office) {
  return letterIds.map((name) => [name, renderLetter(sampleLetter(name, office, reader), office, reader)]);
}
