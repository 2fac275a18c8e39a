import { msg } from '#domain/language/message.ts';
import { section } from '../model/facts.ts';

export const payment = section('payment', msg`Payment`, [
  {
    title: msg`Paying online`,
    pages: ['/payment'],
    facts: {
      'payments.cardUrl': {
        label: msg`Link to pay by card`,
        hint: msg`From Stripe, Square or another provider. If it is empty, the site has no card button.`,
      },
      'payments.wallets': {
        label: msg`Payment apps`,
        add: msg`Add a payment app`,
        fresh: msg`New payment app`,
        numbered: (number) => msg`Payment app ${{ number }}`,
        fields: {
          name: { label: msg`Name`, hint: msg`Such as Zelle.` },
          handle: {
            label: msg`Your name there`,
            hint: msg`An email, a phone number, or a name such as @nutmegtax.`,
          },
          url: {
            label: msg`Link`,
            hint: msg`The code to scan opens it. Without a link, it has your name.`,
          },
        },
      },
    },
  },
  {
    title: msg`Paying at the office`,
    pages: ['/payment'],
    facts: {
      'payments.atTheOffice': {
        label: msg`You take`,
        hint: msg`With commas between them: cash, check, money order`,
      },
    },
  },
]);

export const referral = section('referral', msg`Referral`, [
  {
    title: msg`Reward`,
    pages: ['/referrals'],
    facts: {
      'referral.reward': { label: msg`For each new client` },
      'referral.paidWithinDays': { label: msg`Paid within`, unit: msg`days` },
      'referral.paidBy': {
        label: msg`Paid by`,
        hint: msg`With commas between them: cash, check, direct deposit`,
      },
      'referral.reportableAbove': {
        label: msg`Reported to the IRS above`,
        hint: msg`In one year, for one person.`,
      },
      'referral.examples': {
        label: msg`Examples on the page`,
        hint: msg`Numbers of clients, with commas between them: 5, 10, 20`,
      },
    },
  },
]);

export const rules = section('rules', msg`Rules and limits`, [
  {
    title: msg`What you say about yourself`,
    hint: msg`Only what you can prove.`,
    pages: ['/', '/about-us'],
    facts: {
      'claims.yearsInBusiness': { label: msg`Years in business` },
      'claims.clients': { label: msg`Clients` },
      'claims.returns': { label: msg`Returns prepared` },
      'claims.successPercent': { label: msg`Accepted returns`, unit: msg`percent` },
      'claims.averageRating': { label: msg`Average rating`, unit: msg`stars` },
      'claims.encryptionBits': { label: msg`Encryption`, unit: msg`bits` },
    },
  },
  {
    title: msg`How long you keep documents`,
    pages: ['/legal', '/frequently-asked-questions'],
    facts: {
      'retention.legalYears': { label: msg`At least`, unit: msg`years`, hint: msg`The terms promise it.` },
      'retention.marketingYears': { label: msg`Up to`, unit: msg`years`, hint: msg`Other pages say it.` },
    },
  },
  {
    title: msg`Client portal`,
    hint: msg`These apply at once. Pages that are open now follow after they are loaded again.`,
    facts: {
      'limits.bytesPerClient': { label: msg`Room for one client’s documents`, unit: msg`GB` },
      'idleMinutes.client': { label: msg`Clients are logged out after`, unit: msg`minutes without activity` },
      'idleMinutes.staff': { label: msg`Staff are logged out after`, unit: msg`minutes without activity` },
      'service.newBadgeDays': { label: msg`A document is marked as new for`, unit: msg`days` },
      'consents.isRequiredForHelpers': {
        label: msg`Helpers need a consent`,
        hint: msg`You can give a helper access only after the client has signed a consent to disclose that names the helper’s email. Access ends with the consent.`,
      },
    },
  },
  {
    title: msg`Reminders to clients`,
    hint: msg`For what you asked for and is still missing. One email a day at most, at 9 in the client’s morning.`,
    facts: {
      'reminders.isOn': { label: msg`Send reminders` },
      'reminders.afterDays': { label: msg`Days after you asked`, hint: msg`Such as 3, 7, 14.` },
      'reminders.beforeDays': {
        label: msg`Days before a client’s date`,
        hint: msg`Dates that you set in the case.`,
      },
    },
  },
  {
    title: msg`Terms and privacy`,
    hint: msg`Change a version and its month only if the text has changed. Ask your lawyer about the rest.`,
    pages: ['/legal', '/privacy-security'],
    facts: {
      'legal.terms.version': { label: msg`Version of the terms` },
      'legal.terms.updated': { label: msg`Terms updated in` },
      'legal.privacy.version': { label: msg`Version of the privacy policy` },
      'legal.privacy.updated': { label: msg`Privacy policy updated in` },
      'legal.claimLimitYears': { label: msg`Claims within`, unit: msg`years` },
      'legal.privacyResponseDays': { label: msg`Answer to privacy requests within`, unit: msg`days` },
      'legal.minimumAge': { label: msg`Youngest age for an account`, unit: msg`years` },
    },
  },
]);
