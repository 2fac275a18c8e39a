import type { MessageDescriptor } from '@lingui/core';
import { formatRange, lowestPrice, openDays } from '#app/shared/facts.ts';
import type { Office } from '#domain/business/office.ts';
import type { Formats } from '#domain/language/formats.ts';
import { msg } from '#domain/language/message.ts';
import { inWords, type Translate } from '#domain/language/translate.ts';
import { priceRange } from '../prices.ts';

export type QuestionCategory = ReturnType<typeof categories>[number];
export type Question = QuestionCategory['questions'][number];

/** The questions, with their answers by paragraph. */
export const categories = (office: Office, formats: Formats, t: Translate) =>
  messages(office, formats, t).map(({ id, title, questions }) => ({
    id,
    title: t(title),
    questions: questions.map(({ id, question, answer, also, link }) => ({
      id,
      question: t(question),
      answer: (also ? [answer, also] : [answer]).map(t),
      ...(link && { link: { to: link.to, label: t(link.label) } }),
    })),
  }));

interface QuestionWords {
  /** The anchor in the URL. Other sites link to it, so it must not change. */
  id: string;
  question: MessageDescriptor;
  answer: MessageDescriptor;
  /** The second paragraph. */
  also?: MessageDescriptor;
  link?: { to: string; label: MessageDescriptor };
}

function messages(
  office: Office,
  formats: Formats,
  t: Translate,
): readonly { id: string; title: MessageDescriptor; questions: readonly QuestionWords[] }[] {
  const { service, prices, hours, contact, retention, claims, languages, referral, payments } = office;
  const { andList, clock, dollars, orList } = formats;
  const priceOf = (id: string) => prices.extras.find((extra) => extra.id === id);
  const sideJobs = prices.tiers.find((tier) => tier.id === 'side-jobs');
  const amendment = priceOf('amendment');
  const priorYear = priceOf('prior-year');
  const range = (tier: Office['prices']['tiers'][number]) => inWords(priceRange(tier, formats), t);
  const tiers = prices.tiers.map((tier) => `${tier.name} ${range(tier)}`);
  const waysToPay = orList([
    ...(payments.cardUrl ? [t(msg`By card`)] : []),
    ...payments.wallets.map((wallet) => wallet.name),
  ]);
  const open = {
    days: openDays(hours.days, formats, t),
    from: clock(hours.open),
    to: clock(hours.close),
  };

  return [
    {
      id: 'general-services',
      title: msg`General Services`,
      questions: [
        {
          id: 'what-do-you-do',
          question: msg`What do you do besides personal tax returns?`,
          answer: msg`We do business returns, tax planning, and bookkeeping. We also handle the paperwork for a new company, and make websites, apps, and prints for people who just started one.`,
          link: { to: '/tax-preparation-services', label: msg`See all services` },
        },
        {
          id: 'other-states',
          question: msg`I don’t live in ${{ state: office.state }}. Can you still do my taxes?`,
          answer: prices.stateFilingIncluded
            ? msg`Yes. We e-file in all ${{ states: service.states }} states, and state filing is included in the price. You send your documents through our site, and we talk by phone or text. No one has to travel.`
            : msg`Yes. We e-file in all ${{ states: service.states }} states. You send your documents through our site, and we talk by phone or text. No one has to travel.`,
        },
        {
          id: 'languages',
          question: msg`Which languages do you speak?`,
          answer: msg`${{ languages: andList(languages) }}. Tell us which one you prefer when you call or write, and we’ll use it from start to finish.`,
        },
        {
          id: 'authorized',
          question: msg`Are you allowed to e-file for me?`,
          answer: msg`Yes. We’re an authorized IRS e-file provider. The IRS publishes a list of providers, so you don’t have to take our word for it.`,
          link: { to: office.links.irsProviderLookup, label: msg`Look us up at the IRS` },
        },
        {
          id: 'who-prepares',
          question: msg`Who actually prepares my return?`,
          answer: msg`One preparer does your return, from the first document to the last question. The same person calls you, so you never have to explain your year twice.`,
          link: { to: '/about-us', label: msg`Meet our office` },
        },
      ],
    },
    {
      id: 'documents-security',
      title: msg`Document Upload & Security`,
      questions: [
        {
          id: 'how-to-upload',
          question: msg`How do I send you my documents?`,
          answer: msg`Create an account, open Secured Files, and add photos or PDFs. Your phone is all you need. Lay the page flat, take the picture in good light, and make sure you can read the small print.`,
          link: { to: '/upload', label: msg`See how uploading works` },
        },
        {
          id: 'which-papers',
          question: msg`Which documents do you need?`,
          answer: msg`We need your photo ID, and a Social Security card or ITIN letter for everyone on the return. We also need your W-2 and 1099 forms. Add a 1095-A if your health insurance came from the Marketplace, and last year’s return if someone else prepared it. Send what you have, and we’ll tell you what’s missing.`,
          link: { to: '/upload#papers', label: msg`See the whole list` },
        },
        {
          id: 'is-it-safe',
          question: msg`Is it safe to put my Social Security number here?`,
          answer: msg`Yes. Your documents are sent over ${{ bits: claims.encryptionBits }}-bit SSL and encrypted again before we store them. Only you and our staff can open them.`,
          also: msg`Please don’t send documents by email, text, or chat. Those copies stay in places neither of us controls.`,
          link: { to: '/privacy-security', label: msg`Read about privacy and security` },
        },
        {
          id: 'password-call',
          question: msg`Someone called and asked for my password. Was that you?`,
          answer: msg`No. We never ask for your password by email or phone. Hang up and call us at ${{ phone: contact.phone.display }} so we know about it.`,
        },
        {
          id: 'how-long-kept',
          question: msg`How long do you keep my documents?`,
          answer: msg`We keep them for at least ${{ atLeast: retention.legalYears }} years, as our terms promise. We keep them for up to ${{ atMost: retention.marketingYears }} years so you can find an old return when a bank asks for it.`,
        },
        {
          id: 'delete-a-file',
          question: msg`I sent the wrong file. Can I take it back?`,
          answer: msg`Files you’ve uploaded are part of your case, so you can’t delete them. Upload the right file and tell us. We’ll remove the wrong one.`,
        },
      ],
    },
    {
      id: 'process-timeline',
      title: msg`Process & Timeline`,
      questions: [
        {
          id: 'how-long',
          question: msg`How long does a return take?`,
          answer: msg`Usually ${{ personalDays: formatRange(service.personalReturnDays) }} business days once we have all your documents, and ${{ businessDays: formatRange(service.businessReturnDays) }} for business returns. Missing documents are what cause delays, so we tell you the day we notice one.`,
        },
        {
          id: 'when-refund',
          question: msg`When will my refund arrive?`,
          answer: msg`Refunds usually arrive within ${{ days: service.refundDaysEfiled }} days of e-filing. A paper return takes ${{ weeks: formatRange(service.refundWeeksPaper) }} weeks. The IRS decides when, not us.`,
          link: { to: '/refund', label: msg`Check on your refund` },
        },
        {
          id: 'do-i-approve',
          question: msg`Do I see the return before you send it?`,
          answer: msg`Always. You read it, ask any questions, and approve it in your account. We don’t e-file anything until you say yes.`,
        },
        {
          id: 'follow-my-return',
          question: msg`How do I check the status of my return?`,
          answer: msg`Your account shows each step, from documents received to accepted by the IRS. It also shows what you need to do next, if anything.`,
          link: { to: '/account', label: msg`Open my account` },
        },
        {
          id: 'old-copies',
          question: msg`I was a client before this website. Where are my old copies?`,
          answer: msg`Ask for them from your account. We’ll find them and put them in your secured files, usually within ${{ hours: formatRange(service.legacyCopiesHours) }} hours while our office is open.`,
        },
      ],
    },
    {
      id: 'appointments-communication',
      title: msg`Appointments & Communication`,
      questions: [
        {
          id: 'do-i-have-to-come',
          question: msg`Do I have to come to your office?`,
          answer: msg`No. Most clients do everything from home. If you’d rather meet in person, book a time and bring your documents.`,
          link: { to: '/booking', label: msg`Book an appointment` },
        },
        {
          id: 'opening-hours',
          question: msg`When are you open?`,
          answer: hours.byAppointmentOnly
            ? msg`${{ days: open.days }}, ${{ from: open.from }} to ${{ to: open.to }}, by appointment only. Please book before you come so your preparer is free.`
            : msg`${{ days: open.days }}, ${{ from: open.from }} to ${{ to: open.to }}. Please book before you come so your preparer is free.`,
          link: { to: '/map-location-and-directions', label: msg`How to find us` },
        },
        {
          id: 'how-you-contact-me',
          question: msg`How will you contact me?`,
          answer: msg`You choose in your tax form: by text, phone, email, or chat. We like to ask about numbers by phone because it’s faster for both of us.`,
        },
        {
          id: 'change-appointment',
          question: msg`Can I move or cancel an appointment?`,
          answer: msg`Yes, for free. Call or text ${{ phone: contact.text.display }}, a few hours ahead if you can.`,
        },
      ],
    },
    {
      id: 'special-situations',
      title: msg`Special Situations`,
      questions: [
        {
          id: 'amend',
          question: msg`I found a mistake in a return that was already filed. What now?`,
          answer: amendment
            ? msg`Send us that return and the document that changes it. An amended return costs ${{ price: dollars(amendment.amount) }}. If it was our mistake, it’s free.`
            : msg`Send us that return and the document that changes it. An amended return costs a fixed price. If it was our mistake, it’s free.`,
          link: { to: '/refund', label: msg`Track an amended return` },
        },
        {
          id: 'years-behind',
          question: msg`I haven’t filed for some years. Can you help?`,
          answer: priorYear
            ? msg`Yes, and you won’t get a lecture. We start with the most recent year and work backward. Each earlier year costs ${{ price: dollars(priorYear.amount) }}.`
            : msg`Yes, and you won’t get a lecture. We start with the most recent year and work backward. Each earlier year costs a fixed price.`,
        },
        ...(sideJobs
          ? [
              {
                id: 'side-job',
                question: msg`I have a job and also drive, clean, or sell things. Which price is mine?`,
                answer: msg`“${{ name: sideJobs.name }}”: ${{ range: range(sideJobs) }}. Bring the 1099 forms if you got any, and a list of what the work cost you: gas, tools, phone, fees.`,
                link: { to: '/fees', label: msg`See the prices` },
              },
            ]
          : []),
        {
          id: 'itin',
          question: msg`I have an ITIN, not a Social Security number. Can I file?`,
          answer: msg`Yes. Send us the IRS letter with your ITIN along with your other documents.`,
        },
        {
          id: 'irs-letter',
          question: msg`I got a letter from the IRS. Should I worry?`,
          answer: msg`Probably not, but check the date. Most letters need a reply within weeks. Upload a photo of every page and call us. If it’s about a return we prepared, we’ll explain it for free.`,
        },
        {
          id: 'new-company',
          question: msg`I’m starting a company. What do I need?`,
          answer: msg`First, you need a structure that fits what you do: sole proprietorship, LLC, S-Corp, or C-Corp. Then you need the state filing, an EIN, and any licenses. We’ll go through it with you before you pay anyone.`,
          link: { to: '/business-startups', label: msg`Compare the structures` },
        },
      ],
    },
    {
      id: 'payment-guarantees',
      title: msg`Payment & Guarantees`,
      questions: [
        {
          id: 'what-does-it-cost',
          question: msg`What does it cost?`,
          answer: msg`${{ tiers: tiers.join('; ') }}. We agree on the exact price with you before we start.`,
          link: { to: '/fees', label: msg`See all prices on one page` },
        },
        {
          id: 'when-do-i-pay',
          question: msg`When do I pay, and how?`,
          answer:
            waysToPay === ''
              ? msg`You pay when your return is complete, before we e-file it.`
              : msg`You pay when your return is complete, before we e-file it. ${{ ways: waysToPay }}.`,
          link: { to: '/payment', label: msg`Ways to pay` },
        },
        {
          id: 'pay-from-refund',
          question: msg`Can you take the fee out of my refund?`,
          answer: msg`Often, yes. Ask us before we e-file, because it has to be set up first. The bank that handles it charges its own fee. You’ll see that fee before you decide.`,
          link: { to: '/payment#from-your-refund', label: msg`How it works` },
        },
        {
          id: 'installments',
          question: msg`Can I pay in installments?`,
          answer: msg`Yes, for business returns over ${{ amount: dollars(prices.plans.overAmount) }}. You can pay in ${{ from: prices.plans.installmentsFrom }} to ${{ to: prices.plans.installmentsTo }} installments.`,
        },
        {
          id: 'accuracy-guarantee',
          question: msg`What if you make a mistake?`,
          answer: msg`If it’s our mistake, we fix it for free, and that includes the amended return. The guarantee doesn’t cover penalties and interest.`,
        },
        {
          id: 'money-back',
          question: msg`Can I get my money back?`,
          answer: msg`If we haven’t started your return, you get all of it back. If we have, you get back the part we haven’t done yet. After we e-file, there are no refunds.`,
          link: { to: '/legal', label: msg`Read the full terms` },
        },
        {
          id: 'estimate',
          question: msg`Can I find out my refund before I pay?`,
          answer: msg`Yes. The estimate is free, and returns start at ${{ price: dollars(lowestPrice(office)) }}. The quote asks a few questions and shows your price range right away.`,
          link: { to: '/quote', label: msg`Get a free quote` },
        },
        {
          id: 'referral-reward',
          question: msg`Do I get a reward for telling friends?`,
          answer: msg`${{ reward: dollars(referral.reward) }} for each new client who gives your name when they sign up, once their return is complete and paid for.`,
          link: { to: '/referrals', label: msg`See the referral reward` },
        },
      ],
    },
  ];
}
