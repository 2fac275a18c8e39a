import type { MessageDescriptor } from '@lingui/core';
import { addressLines, formatRange } from '#app/shared/facts.ts';
import type { Office } from '#domain/business/office.ts';
import type { Formats } from '#domain/language/formats.ts';
import { msg, plural } from '#domain/language/message.ts';
import type { LegalSection } from '../document.tsx';

export const heading = ({ name }: Office) => ({
  title: msg`Terms of Use`,
  lead: msg`What you can expect from us, and what we need from you. Written to be read.`,
  description: msg`The terms under which ${{ name }} prepares returns: guarantee, approval, payment, refunds, referrals, disputes.`,
});

export function sections(office: Office, formats: Formats): readonly LegalSection<MessageDescriptor>[] {
  const { name, state, contact, legal, retention, prices, referral, service } = office;
  const { dollars, orList } = formats;
  return [
    {
      id: 'agreement',
      title: msg`What these terms are`,
      paragraphs: [
        msg`These terms are an agreement between you and ${{ name }} (“we”). They cover this website, our apps, your account, and the work we do for you.`,
        msg`By making an account or asking us to begin, you accept them. If you don’t accept them, please don’t use the service.`,
      ],
    },
    {
      id: 'who-may-use',
      title: msg`Who may use the service`,
      paragraphs: [
        msg`You must be at least ${{ age: legal.minimumAge }} years old and able to make a contract. If you act for a company, a spouse or another person, you confirm that you are allowed to.`,
      ],
    },
    {
      id: 'services',
      title: msg`What we do`,
      paragraphs: [
        msg`We prepare and e-file personal and business tax returns, plan taxes, keep books, help to form companies, and build websites, apps and printed matter. What we do for you is what we agree with you in each case.`,
        msg`We are not a law firm and don’t give legal advice. We don’t audit the figures you give us.`,
      ],
    },
    {
      id: 'account',
      title: msg`Your account`,
      paragraphs: [
        msg`Give us your true name, email address and phone number, and keep them up to date: they are how we reach you when a deadline is near.`,
        msg`Keep your password to yourself. You are responsible for what happens in your account, until you tell us that someone else has access. We never ask for a password by email or by phone.`,
      ],
    },
    {
      id: 'your-part',
      title: msg`Your part`,
      paragraphs: [msg`A return is as good as what it is made from. You agree to:`],
      points: [
        msg`give us all your income, and every paper that belongs to it;`,
        msg`answer our questions truthfully and in time;`,
        msg`keep the receipts and records that prove your deductions;`,
        msg`tell us at once when you notice that something is wrong or missing.`,
      ],
    },
    {
      id: 'documents',
      title: msg`Documents you send us`,
      paragraphs: [
        msg`What you upload stays yours. You allow us to store it, read it and use it for the work you ask for, and for nothing else.`,
        msg`Send only documents you have a right to send, in files we can open. Please don’t send originals that you can’t replace.`,
      ],
    },
    {
      id: 'approval',
      title: msg`You approve before we e-file`,
      paragraphs: [
        msg`When your return is ready, you review it and approve it. We never e-file a return that you have not approved.`,
        msg`You sign the return, so you are answerable for what it says. Read it carefully, and ask about every line you don’t understand.`,
      ],
    },
    {
      id: 'e-filing',
      title: msg`E-filing and deadlines`,
      paragraphs: [
        msg`We send an approved and paid return to the IRS and to your state, and tell you when it has been accepted or rejected. If it is rejected, we correct what we can and tell you what we need.`,
        msg`To be on time, we need all your documents well before the deadline. We can ask for an extension for you. It gives you more time to file, not more time to pay.`,
      ],
    },
    {
      id: 'refunds-by-the-irs',
      title: msg`Tax refunds`,
      paragraphs: [
        msg`Refunds typically arrive within ${{ days: service.refundDaysEfiled }} days of e-filing, and within ${{ weeks: formatRange(service.refundWeeksPaper) }} weeks on paper. The tax authorities decide the amount and the day. We can’t promise either, and an estimate is not a promise.`,
      ],
    },
    {
      id: 'accuracy-guarantee',
      title: msg`Accuracy guarantee`,
      paragraphs: [
        msg`If we make an error in your return, we correct it free of charge, and prepare the amended return if one is needed.`,
        msg`The guarantee does not cover penalties and interest. It does not cover errors that come from documents or answers that were wrong, late, or missing.`,
      ],
    },
    {
      id: 'prices',
      title: msg`Prices`,
      paragraphs: [
        msg`Our prices are on the page of prices. Where there is a range, the exact price depends on the forms that your year needs, and is agreed with you before we go on.`,
        ...(prices.stateFilingIncluded
          ? [
              msg`State filing is included in the price of a return, in all ${{ states: service.states }} states.`,
            ]
          : []),
      ],
    },
    {
      id: 'payment',
      title: msg`Payment`,
      paragraphs: [
        msg`Payment is due when your return is complete, before it is e-filed.`,
        msg`Business returns over ${{ amount: dollars(prices.plans.overAmount) }} may be paid in ${{ from: prices.plans.installmentsFrom }} to ${{ to: prices.plans.installmentsTo }} installments, if we agree on it beforehand. If you choose to pay from your refund, the bank that handles it charges its own fee.`,
      ],
    },
    {
      id: 'fee-refunds',
      title: msg`Refunds of our fee`,
      paragraphs: [msg`If you change your mind, you get back:`],
      points: [
        msg`all of it, if work on your return has not begun;`,
        msg`the share for the work not yet done, once it has begun;`,
        msg`nothing, once your return has been e-filed.`,
      ],
    },
    {
      id: 'referrals',
      title: msg`Referral program`,
      paragraphs: [
        msg`We pay ${{ reward: dollars(referral.reward) }} for each person you refer, without a limit on their number. These are the rules:`,
      ],
      points: [
        msg`The person must be a new client and must name you as the referrer when signing up.`,
        referral.paidBy.length > 0
          ? msg`The reward is paid after the referred return is completed and paid for, typically within ${{ days: formatRange(referral.paidWithinDays) }} business days, by ${{ ways: orList(referral.paidBy) }}.`
          : msg`The reward is paid after the referred return is completed and paid for, typically within ${{ days: formatRange(referral.paidWithinDays) }} business days.`,
        msg`Rewards of more than ${{ amount: dollars(referral.reportableAbove) }} in a year are income that has to be reported.`,
        msg`Fraud, such as invented people or referring yourself, ends your part in the program and forfeits unpaid rewards.`,
      ],
    },
    {
      id: 'retention',
      title: msg`How long we keep records`,
      paragraphs: [
        msg`We keep your documents for at least ${{ atLeast: retention.legalYears }} years, and may keep them for up to ${{ atMost: retention.marketingYears }} years so that you can still access them. Please keep copies of your own as well.`,
      ],
    },
    {
      id: 'communication',
      title: msg`How we talk to each other`,
      paragraphs: [
        msg`You agree that we may call, text and email you about your return. Messages that only advertise need your separate consent, which you can take back at any time.`,
        msg`Please send documents and Social Security numbers through your account, not by email, text, or chat.`,
      ],
    },
    {
      id: 'fair-use',
      title: msg`Fair use`,
      paragraphs: [msg`You agree not to:`],
      points: [
        msg`use the service to file a return you know to be false;`,
        msg`try to reach other people’s accounts or documents;`,
        msg`send harmful files, or overload or test the service’s defenses without our written consent;`,
        msg`collect data from the site by machine, or pretend to be someone else.`,
      ],
    },
    {
      id: 'outside-services',
      title: msg`Services of others`,
      paragraphs: [
        msg`The site links to services that are not ours, such as the IRS, state tax departments, payment processors, app stores and review sites. They have their own terms, and we don’t answer for them.`,
      ],
    },
    {
      id: 'our-content',
      title: msg`What belongs to us`,
      paragraphs: [
        msg`The texts, drawings, names and logos of this site belong to us or to those who let us use them. You may print and share pages for yourself. Your return, and everything you send us, is yours.`,
      ],
    },
    {
      id: 'liability',
      title: msg`Limits of our liability`,
      paragraphs: [
        msg`We do our work with care. We don’t promise that the site is always available or free of errors, and we are not liable for indirect losses, such as a missed opportunity or lost profit.`,
        msg`As far as the law allows, our liability for a piece of work is limited to what you paid us for it. Nothing in these terms takes away rights that the law says can’t be taken away.`,
      ],
    },
    {
      id: 'ending',
      title: msg`Ending it`,
      paragraphs: [
        msg`You may stop using the service at any time. We may close an account that is used against these terms, or decline work that we can’t do honestly; if we do, we tell you, return what you need to file elsewhere, and refund work that is not done.`,
      ],
    },
    {
      id: 'disputes',
      title: msg`If we disagree`,
      paragraphs: [
        msg`Talk to us first: most things are settled in one call. If that fails, we both try mediation in ${{ state }} before either of us goes to court.`,
        msg`Any claim must be brought within ${plural({ years: legal.claimLimitYears }, { one: '# year', other: '# years' })} of the day its cause arose. ${{ state }} law governs this agreement.`,
      ],
    },
    {
      id: 'changes-and-contact',
      title: msg`Changes, and how to reach us`,
      paragraphs: [
        msg`When we change these terms, we publish the new version here with its number and date, and tell clients by email if it matters to them. Work already begun stays under the version it began with. If one clause is invalid, the others still apply.`,
        msg`Questions: ${{ email: contact.email }}, ${{ phone: contact.phone.display }}, or by letter to ${{ name }}, ${{ address: addressLines(office).join(', ') }}.`,
      ],
    },
  ];
}
