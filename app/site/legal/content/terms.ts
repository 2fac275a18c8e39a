import { business } from '#app/business.ts';
import { addressLines, dollars, formatRange, orList } from '#app/shared/facts.ts';
import type { LegalSection } from '../section.ts';

const { name, state, contact, legal, retention, prices, referral, service } = business;

export const heading = {
  title: 'Terms of Use',
  lead: 'What you can expect from us, and what we need from you. Written to be read.',
  description: `The terms under which ${name} prepares returns: guarantee, approval, payment, refunds, referrals, disputes.`,
};

export const sections: readonly LegalSection[] = [
  {
    id: 'agreement',
    title: 'What these terms are',
    paragraphs: [
      `These terms are an agreement between you and ${name} (“we”). They cover this website, our apps, your account, and the work we do for you.`,
      'By making an account or asking us to begin, you accept them. If you don’t accept them, please don’t use the service.',
    ],
  },
  {
    id: 'who-may-use',
    title: 'Who may use the service',
    paragraphs: [
      `You must be at least ${legal.minimumAge} years old and able to make a contract. If you act for a company, a spouse or another person, you confirm that you are allowed to.`,
    ],
  },
  {
    id: 'services',
    title: 'What we do',
    paragraphs: [
      'We prepare and e-file personal and business tax returns, plan taxes, keep books, help to form companies, and build websites, apps and printed matter. What we do for you is what we agree with you in each case.',
      'We are not a law firm and don’t give legal advice. We don’t audit the figures you give us.',
    ],
  },
  {
    id: 'account',
    title: 'Your account',
    paragraphs: [
      'Give us your true name, email address and phone number, and keep them up to date: they are how we reach you when a deadline is near.',
      'Keep your password to yourself. You are responsible for what happens in your account, until you tell us that someone else has access. We never ask for a password by email or by phone.',
    ],
  },
  {
    id: 'your-part',
    title: 'Your part',
    paragraphs: ['A return is as good as what it is made from. You agree to:'],
    points: [
      'give us all your income, and every paper that belongs to it;',
      'answer our questions truthfully and in time;',
      'keep the receipts and records that prove your deductions;',
      'tell us at once when you notice that something is wrong or missing.',
    ],
  },
  {
    id: 'documents',
    title: 'Papers that you send us',
    paragraphs: [
      'What you upload stays yours. You allow us to store it, read it and use it for the work you ask for, and for nothing else.',
      'Send only papers that you have a right to send, in files that we can open. Please don’t send originals that you can’t replace.',
    ],
  },
  {
    id: 'approval',
    title: 'You approve before we e-file',
    paragraphs: [
      'When your return is ready, you review it and approve it. We never e-file a return that you have not approved.',
      'You sign the return, so you are answerable for what it says. Read it carefully, and ask about every line you don’t understand.',
    ],
  },
  {
    id: 'e-filing',
    title: 'E-filing and deadlines',
    paragraphs: [
      'We send an approved and paid return to the IRS and to your state, and tell you when it has been accepted or rejected. If it is rejected, we correct what we can and tell you what we need.',
      'To be on time, we need your complete papers well before the deadline. We can ask for an extension for you; it gives more time to file, not more time to pay.',
    ],
  },
  {
    id: 'refunds-by-the-irs',
    title: 'Tax refunds',
    paragraphs: [
      `Refunds typically arrive within ${service.refundDaysEfiled} days of e-filing, and within ${formatRange(service.refundWeeksPaper)} weeks on paper. The tax authorities decide the amount and the day. We can’t promise either, and an estimate is not a promise.`,
    ],
  },
  {
    id: 'accuracy-guarantee',
    title: 'Accuracy guarantee',
    paragraphs: [
      'If we make an error in your return, we correct it free of charge, and prepare the amended return if one is needed.',
      'The guarantee does not cover penalties and interest. It does not cover errors that come from papers or answers that were wrong, late or missing.',
    ],
  },
  {
    id: 'prices',
    title: 'Prices',
    paragraphs: [
      'Our prices are on the page of prices. Where there is a range, the exact price depends on the forms that your year needs, and is agreed with you before we go on.',
      ...(prices.stateFilingIncluded
        ? [`State filing is included in the price of a return, in all ${service.states} states.`]
        : []),
    ],
  },
  {
    id: 'payment',
    title: 'Payment',
    paragraphs: [
      'Payment is due when your return is complete, before it is e-filed.',
      `Business returns over ${dollars(prices.plans.overAmount)} may be paid in ${prices.plans.installmentsFrom} to ${prices.plans.installmentsTo} installments, if we agree on it beforehand. If you choose to pay from your refund, the bank that handles it charges its own fee.`,
    ],
  },
  {
    id: 'fee-refunds',
    title: 'Refunds of our fee',
    paragraphs: ['If you change your mind, you get back:'],
    points: [
      'all of it, if work on your return has not begun;',
      'the share for the work not yet done, once it has begun;',
      'nothing, once your return has been e-filed.',
    ],
  },
  {
    id: 'referrals',
    title: 'Referral program',
    paragraphs: [
      `We pay ${dollars(referral.reward)} for each person you refer, without a limit on their number. These are the rules:`,
    ],
    points: [
      'The person must be a new client and must name you as the referrer when signing up.',
      `The reward is paid after the referred return is completed and paid for, typically within ${formatRange(referral.paidWithinDays)} business days, by ${orList(referral.paidBy)}.`,
      `Rewards of more than ${dollars(referral.reportableAbove)} in a year are income that has to be reported.`,
      'Fraud, such as invented people or referring yourself, ends your part in the program and forfeits unpaid rewards.',
    ],
  },
  {
    id: 'retention',
    title: 'How long we keep records',
    paragraphs: [
      `We keep your documents for at least ${retention.legalYears} years, and may keep them for up to ${retention.marketingYears} years so that you can still access them. Please keep copies of your own as well.`,
    ],
  },
  {
    id: 'communication',
    title: 'How we talk to each other',
    paragraphs: [
      'You agree that we may call, text and email you about your return. Messages that only advertise need your separate consent, which you can take back at any time.',
      'Please send papers and numbers through your account, not by email, text or messenger.',
    ],
  },
  {
    id: 'fair-use',
    title: 'Fair use',
    paragraphs: ['You agree not to:'],
    points: [
      'use the service to file a return you know to be false;',
      'try to reach other people’s accounts or papers;',
      'send harmful files, or overload or test the service’s defenses without our written consent;',
      'collect data from the site by machine, or pretend to be somebody else.',
    ],
  },
  {
    id: 'outside-services',
    title: 'Services of others',
    paragraphs: [
      'The site links to services that are not ours, such as the IRS, state tax departments, payment processors, app stores and review sites. They have their own terms, and we don’t answer for them.',
    ],
  },
  {
    id: 'our-content',
    title: 'What belongs to us',
    paragraphs: [
      'The texts, drawings, names and logos of this site belong to us or to those who let us use them. You may print and share pages for yourself. Your return, and everything you send us, is yours.',
    ],
  },
  {
    id: 'liability',
    title: 'Limits of our liability',
    paragraphs: [
      'We do our work with care. We don’t promise that the site is always available or free of errors, and we are not liable for indirect losses, such as a missed opportunity or lost profit.',
      'As far as the law allows, our liability for a piece of work is limited to what you paid us for it. Nothing in these terms takes away rights that the law says can’t be taken away.',
    ],
  },
  {
    id: 'ending',
    title: 'Ending it',
    paragraphs: [
      'You may stop using the service at any time. We may close an account that is used against these terms, or decline work that we can’t do honestly; if we do, we tell you, return what you need to file elsewhere, and refund work that is not done.',
    ],
  },
  {
    id: 'disputes',
    title: 'If we disagree',
    paragraphs: [
      'Talk to us first: most things are settled in one call. If that fails, we both try mediation in ' +
        `${state} before either of us goes to court.`,
      `Any claim must be brought within ${legal.claimLimitYears} ${legal.claimLimitYears === 1 ? 'year' : 'years'} of the day its cause arose. ${state} law governs this agreement.`,
    ],
  },
  {
    id: 'changes-and-contact',
    title: 'Changes, and how to reach us',
    paragraphs: [
      'When we change these terms, we publish the new version here with its number and date, and tell clients by email if it matters to them. Work already begun stays under the version it began with. If one clause is invalid, the others still apply.',
      `Questions: ${contact.email}, ${contact.phone.display}, or by letter to ${name}, ${addressLines.join(', ')}.`,
    ],
  },
];
