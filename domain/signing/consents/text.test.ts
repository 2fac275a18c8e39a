import { expect, test } from 'vitest';
import { english } from '#domain/language/english.ts';
import { stateOf } from './consent.ts';
import { registerCsv } from './export.ts';
import { newConsentSchema } from './schemas.ts';
import { consentParagraphs } from './text.ts';

const facts = {
  office: 'Nutmeg',
  address: '48 Elm Street',
  person: 'Rosa Lopez',
  recipient: 'Elm Bank',
  recipientEmail: '',
  purpose: 'A mortgage',
  data: ['returns', 'amounts'] as ('returns' | 'amounts')[],
  years: [2025, 2024],
};

// To the letter: Rev. Proc. 2013-14, section 5.04.
const TIGTA =
  'If you believe your tax return information has been disclosed or used improperly in a manner unauthorized by law or without your permission, you may contact the Treasury Inspector General for Tax Administration (TIGTA) by telephone at 1-800-366-4484, or by email at complaints@tigta.treas.gov.';
const voluntary = (agreement: string) =>
  `You are not required to complete this form to engage our tax return preparation services. If we obtain your signature on this form by conditioning our tax return preparation services on your consent, your consent will not be valid. ${agreement} valid for the amount of time that you specify. If you do not specify the duration of your consent, your consent is valid for one year from the date of signature.`;

test('a consent to disclose has the obligatory statements, and names recipient, purpose, and data', () => {
  const paragraphs = consentParagraphs({ ...facts, kind: 'disclose' }, english);
  expect(paragraphs[0]).toBe(
    'Federal law requires this consent form be provided to you. Unless authorized by law, we cannot disclose your tax return information to third parties for purposes other than the preparation and filing of your tax return without your consent. If you consent to the disclosure of your tax return information, Federal law may not protect your tax return information from further use or distribution.',
  );
  expect(paragraphs[1]).toBe(
    voluntary('If you agree to the disclosure of your tax return information, your consent is'),
  );
  expect(paragraphs.at(-1)).toBe(TIGTA);
  const all = paragraphs.join('\n');
  for (const named of [
    'Elm Bank',
    'A mortgage',
    'Copies of tax returns; Refund or amount due',
    '2024, 2025',
  ]) {
    expect(all).toContain(named);
  }
});

test('a consent to use has its own statements, and says nothing of a disclosure to others', () => {
  const paragraphs = consentParagraphs({ ...facts, kind: 'use', recipient: '' }, english);
  expect(paragraphs[0]).toBe(
    'Federal law requires this consent form be provided to you. Unless authorized by law, we cannot use your tax return information for purposes other than the preparation and filing of your tax return without your consent.',
  );
  expect(paragraphs[1]).toBe(voluntary('Your consent is'));
  expect(paragraphs.at(-1)).toBe(TIGTA);
  expect(paragraphs.slice(0, -1).join('\n')).not.toMatch(/disclos/i);
});

test('use and disclosure are never in one request', () => {
  const request = {
    consentId: '00000000-0000-4000-8000-000000000001',
    clientId: '00000000-0000-4000-8000-000000000002',
    userId: '00000000-0000-4000-8000-000000000003',
    purpose: 'A mortgage',
    data: ['returns'],
    years: [2025],
    isOffer: false,
    recipientEmail: '',
  };
  const isGood = (more: object) => newConsentSchema.safeParse({ ...request, ...more }).success;
  expect(isGood({ kind: 'disclose', recipient: 'Elm Bank' })).toBe(true);
  expect(isGood({ kind: 'use', recipient: '' })).toBe(true);
  expect(isGood({ kind: 'use', recipient: 'Elm Bank' })).toBe(false);
  expect(isGood({ kind: 'disclose', recipient: ' ' })).toBe(false);
  expect(isGood({ kind: 'disclose', recipient: 'Elm Bank', years: [2025, 2025] })).toBe(false);
  expect(isGood({ kind: 'disclose', recipient: 'Elm Bank', data: [] })).toBe(false);
});

test('a given consent ends at its time', () => {
  const given = { status: 'given', expires_at: '2026-11-24T00:00:00Z' };
  const end = Date.parse(given.expires_at);
  expect(stateOf(given, end - 1)).toBe('given');
  expect(stateOf(given, end)).toBe('expired');
  expect(stateOf({ status: 'withdrawn', expires_at: given.expires_at }, end)).toBe('withdrawn');
});

test('the register is a CSV file that runs nothing', () => {
  const row = {
    asked_at: '2026-11-24T10:00:00Z',
    client_name: 'Rosa, Lopez',
    person_name: '=HYPERLINK("x")',
    kind: 'disclose',
    recipient: 'Elm Bank',
    recipient_email: '',
    purpose: 'A mortgage',
    data: ['amounts', 'returns'],
    years: [2025, 2024],
    status: 'given',
    answered_at: '2026-11-24T11:00:00Z',
    signed_name: 'Rosa Lopez',
    expires_at: '2027-11-24T11:00:00Z',
    withdrawn_at: null,
    body_sha256: 'a'.repeat(64),
  };
  const [head, line] = registerCsv([row], Date.parse('2028-01-01')).split('\r\n');
  expect(head).toContain('Client,Person,Kind');
  expect(line).toContain('"Rosa, Lopez","\'=HYPERLINK(""x"")"');
  expect(line).toContain('"Copies of tax returns; Refund or amount due","2025; 2024",expired');
});
