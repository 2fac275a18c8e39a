import { msg } from '#domain/language/message.ts';
import type { FactsSection } from '../model/fields.ts';

export const rules: FactsSection = {
  path: 'rules',
  title: msg`Rules and limits`,
  groups: [
    {
      title: msg`What you say about yourself`,
      hint: msg`Only what you can prove.`,
      pages: ['/', '/about-us'],
      fields: [
        { kind: 'count', path: 'claims.yearsInBusiness', label: msg`Years in business` },
        { kind: 'count', path: 'claims.clients', label: msg`Clients` },
        { kind: 'count', path: 'claims.returns', label: msg`Returns prepared` },
        { kind: 'decimal', path: 'claims.successPercent', label: msg`Accepted returns`, unit: msg`percent` },
        { kind: 'decimal', path: 'claims.averageRating', label: msg`Average rating`, unit: msg`stars` },
        { kind: 'count', path: 'claims.encryptionBits', label: msg`Encryption`, unit: msg`bits` },
      ],
    },
    {
      title: msg`How long you keep documents`,
      pages: ['/legal', '/frequently-asked-questions'],
      fields: [
        {
          kind: 'count',
          path: 'retention.legalYears',
          label: msg`At least`,
          unit: msg`years`,
          hint: msg`The terms promise it.`,
        },
        {
          kind: 'count',
          path: 'retention.marketingYears',
          label: msg`Up to`,
          unit: msg`years`,
          hint: msg`Other pages say it.`,
        },
      ],
    },
    {
      title: msg`Client portal`,
      hint: msg`These apply at once. Pages that are open now follow after they are loaded again.`,
      fields: [
        {
          kind: 'gigabytes',
          path: 'limits.bytesPerClient',
          label: msg`Room for one client’s documents`,
          unit: msg`GB`,
        },
        {
          kind: 'count',
          path: 'idleMinutes.client',
          label: msg`Clients are logged out after`,
          unit: msg`minutes without activity`,
        },
        {
          kind: 'count',
          path: 'idleMinutes.staff',
          label: msg`Staff are logged out after`,
          unit: msg`minutes without activity`,
        },
        {
          kind: 'count',
          path: 'service.newBadgeDays',
          label: msg`A document is marked as new for`,
          unit: msg`days`,
        },
        {
          kind: 'switch',
          path: 'consents.isRequiredForHelpers',
          label: msg`Helpers need a consent`,
          hint: msg`You can give a helper access only after the client has signed a consent to disclose that names the helper’s email. Access ends with the consent.`,
        },
      ],
    },
    {
      title: msg`Reminders to clients`,
      hint: msg`For what you asked for and is still missing. One email a day at most, at 9 in the client’s morning.`,
      fields: [
        { kind: 'switch', path: 'reminders.isOn', label: msg`Send reminders` },
        {
          kind: 'numbers',
          path: 'reminders.afterDays',
          label: msg`Days after you asked`,
          hint: msg`Such as 3, 7, 14.`,
        },
        {
          kind: 'numbers',
          path: 'reminders.beforeDays',
          label: msg`Days before a client’s date`,
          hint: msg`Dates that you set in the case.`,
        },
      ],
    },
    {
      title: msg`Terms and privacy`,
      hint: msg`Change a version and its month only if the text has changed. Ask your lawyer about the rest.`,
      pages: ['/legal', '/privacy-security'],
      fields: [
        { kind: 'text', path: 'legal.terms.version', label: msg`Version of the terms` },
        { kind: 'month', path: 'legal.terms.updated', label: msg`Terms updated in` },
        { kind: 'text', path: 'legal.privacy.version', label: msg`Version of the privacy policy` },
        { kind: 'month', path: 'legal.privacy.updated', label: msg`Privacy policy updated in` },
        { kind: 'count', path: 'legal.claimLimitYears', label: msg`Claims within`, unit: msg`years` },
        {
          kind: 'count',
          path: 'legal.privacyResponseDays',
          label: msg`Answer to privacy requests within`,
          unit: msg`days`,
        },
        {
          kind: 'count',
          path: 'legal.minimumAge',
          label: msg`Youngest age for an account`,
          unit: msg`years`,
        },
      ],
    },
  ],
};
