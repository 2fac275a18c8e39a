import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import type { ConsentData } from './consent.ts';
import type { NewConsent } from './schemas.ts';

/** What a consent is about, in words that fit after "your". */
export const dataNames: Record<ConsentData, MessageDescriptor> = {
  contact: msg`Name, address, phone, and email`,
  returns: msg`Copies of tax returns`,
  amounts: msg`Refund or amount due`,
  income_papers: msg`W-2s, 1099s, and other income papers`,
  form_answers: msg`Answers in our yearly tax form`,
  all_files: msg`Everything in the client account: all files, forms, and returns`,
};

export interface ConsentFacts
  extends Pick<NewConsent, 'kind' | 'recipient' | 'recipientEmail' | 'purpose' | 'data' | 'years'> {
  /** The preparer. */
  office: string;
  address: string;
  /** The taxpayer. */
  person: string;
}

/**
 * The obligatory statements, to the letter: Rev. Proc. 2013-14, section 5.04, for Form 1040 and its like. Don't reword them.
 * The one for a use has no sentence about protection after a disclosure.
 */
export const obligatory = {
  disclose: [
    msg`Federal law requires this consent form be provided to you. Unless authorized by law, we cannot disclose your tax return information to third parties for purposes other than the preparation and filing of your tax return without your consent. If you consent to the disclosure of your tax return information, Federal law may not protect your tax return information from further use or distribution.`,
    msg`You are not required to complete this form to engage our tax return preparation services. If we obtain your signature on this form by conditioning our tax return preparation services on your consent, your consent will not be valid. If you agree to the disclosure of your tax return information, your consent is valid for the amount of time that you specify. If you do not specify the duration of your consent, your consent is valid for one year from the date of signature.`,
  ],
  use: [
    msg`Federal law requires this consent form be provided to you. Unless authorized by law, we cannot use your tax return information for purposes other than the preparation and filing of your tax return without your consent.`,
    msg`You are not required to complete this form to engage our tax return preparation services. If we obtain your signature on this form by conditioning our tax return preparation services on your consent, your consent will not be valid. Your consent is valid for the amount of time that you specify. If you do not specify the duration of your consent, your consent is valid for one year from the date of signature.`,
  ],
  all: msg`If you believe your tax return information has been disclosed or used improperly in a manner unauthorized by law or without your permission, you may contact the Treasury Inspector General for Tax Administration (TIGTA) by telephone at 1-800-366-4484, or by email at complaints@tigta.treas.gov.`,
} as const;

export const consentTitles = {
  disclose: msg`Consent to disclosure of tax return information`,
  use: msg`Consent to use of tax return information`,
} as const;

/** The whole text in a language, one paragraph each. The English one is signed; others are for convenience. */
export function consentParagraphs(facts: ConsentFacts, t: Translate): string[] {
  const { kind, office, address, person, recipient, recipientEmail, purpose } = facts;
  const [law, voluntary] = obligatory[kind];
  const names = facts.data.map((one) => t(dataNames[one])).join('; ');
  const years = [...facts.years].sort().join(', ');
  const receiver = recipientEmail === '' ? recipient : `${recipient} (${recipientEmail})`;
  return [
    t(law),
    t(voluntary),
    t(msg`Tax return preparer: ${{ office }}, ${{ address }}`),
    t(msg`Taxpayer: ${{ person }}`),
    ...(kind === 'disclose' ? [t(msg`Who gets the information: ${{ receiver }}`)] : []),
    t(msg`Information: ${{ names }}`),
    t(msg`Tax years: ${{ years }}`),
    t(msg`Purpose: ${{ purpose }}`),
    t(
      kind === 'disclose'
        ? msg`I, ${{ person }}, authorize ${{ office }} to disclose to ${{ receiver }} my tax return information described above, for the purpose described above.`
        : msg`I, ${{ person }}, authorize ${{ office }} to use my tax return information described above, for the purpose described above.`,
    ),
    t(obligatory.all),
  ];
}
