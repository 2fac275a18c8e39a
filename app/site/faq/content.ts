import { business } from '#app/business.ts';
import {
  andList,
  dollars,
  formatClock,
  formatRange,
  lowestPrice,
  openDays,
  orList,
} from '#app/shared/facts.ts';

export interface Question {
  /** The anchor in the URL. Other sites link to it, so it must not change. */
  id: string;
  question: string;
  /** One string per paragraph. */
  answer: readonly string[];
  link?: { to: string; label: string };
}

export interface QuestionCategory {
  id: string;
  title: string;
  questions: readonly Question[];
}

const { service, prices, hours, contact, retention, claims, languages, referral, payments } = business;
const priceOf = (id: string) => prices.extras.find((extra) => extra.id === id);
const sideJobs = prices.tiers.find((tier) => tier.id === 'side-jobs');
const amendment = priceOf('amendment');
const priorYear = priceOf('prior-year');

export const categories: readonly QuestionCategory[] = [
  {
    id: 'general-services',
    title: 'General Services',
    questions: [
      {
        id: 'what-do-you-do',
        question: 'What do you do besides personal tax returns?',
        answer: [
          'Business returns, tax planning, bookkeeping, the paperwork of a new company, and websites, apps and prints for people who have just started one.',
        ],
        link: { to: '/tax-preparation-services', label: 'See all services' },
      },
      {
        id: 'other-states',
        question: `I don’t live in ${business.state}. Can you still do my taxes?`,
        answer: [
          `Yes. We e-file in all ${service.states} states, and state filing is included in the price. You send your papers through the site and we talk by phone or text; no one has to travel.`,
        ],
      },
      {
        id: 'languages',
        question: 'Which languages do you speak?',
        answer: [
          `${andList(languages)}. Tell us which you prefer when you call or write, and we keep to it for the whole return.`,
        ],
      },
      {
        id: 'authorized',
        question: 'Are you allowed to e-file for me?',
        answer: [
          'Yes, we are an authorized IRS e-file provider. The IRS publishes the list of providers, so you don’t have to take our word for it.',
        ],
        link: { to: business.links.irsProviderLookup, label: 'Look us up at the IRS' },
      },
      {
        id: 'who-prepares',
        question: 'Who actually prepares my return?',
        answer: [
          'One preparer, from the first paper to the last question. The same person calls you, so you never have to explain your year twice.',
        ],
        link: { to: '/about-us', label: 'Meet the office' },
      },
    ],
  },
  {
    id: 'documents-security',
    title: 'Document Upload & Security',
    questions: [
      {
        id: 'how-to-upload',
        question: 'How do I send you my papers?',
        answer: [
          'Make an account, open Secured Files, and add photos or PDFs. A phone is enough: lay the page flat, take the picture in daylight, and check that you can read the small print.',
        ],
        link: { to: '/upload', label: 'See how uploading works' },
      },
      {
        id: 'which-papers',
        question: 'Which papers do you need?',
        answer: [
          'Photo ID, Social Security cards or ITIN letters for everyone on the return, your W-2 and 1099 forms, a 1095-A if your health insurance came from the Marketplace, and last year’s return if someone else prepared it. Send what you have; we tell you what is missing.',
        ],
        link: { to: '/upload#papers', label: 'The whole list' },
      },
      {
        id: 'is-it-safe',
        question: 'Is it safe to put my Social Security number here?',
        answer: [
          `Your papers travel over ${claims.encryptionBits}-bit SSL and are encrypted again before they are stored. Only you and our staff can open them.`,
          'Please don’t send papers by e-mail, text or messenger: those copies stay in places that neither of us controls.',
        ],
        link: { to: '/privacy-security', label: 'Privacy and security in full' },
      },
      {
        id: 'password-call',
        question: 'Somebody called and asked for my password. Was that you?',
        answer: [
          `No. We never ask for a password by e-mail or by phone. Hang up and call us at ${contact.phone.display}, so that we know.`,
        ],
      },
      {
        id: 'how-long-kept',
        question: 'How long do you keep my documents?',
        answer: [
          `At least ${retention.legalYears} years, as our terms promise, and up to ${retention.marketingYears} years so that you can find an old return when a bank asks for it.`,
        ],
      },
      {
        id: 'delete-a-file',
        question: 'I sent the wrong file. Can I take it back?',
        answer: [
          'Files that have arrived are part of your case, so clients can’t delete them. Rename or move it, send the right one, and tell us; we remove the wrong one.',
        ],
      },
    ],
  },
  {
    id: 'process-timeline',
    title: 'Process & Timeline',
    questions: [
      {
        id: 'how-long',
        question: 'How long does a return take?',
        answer: [
          `Usually ${formatRange(service.personalReturnDays)} business days once we have all your papers, and ${formatRange(service.businessReturnDays)} for business returns. A missing paper is what costs time, so we tell you about it the day we notice.`,
        ],
      },
      {
        id: 'when-refund',
        question: 'When will my refund arrive?',
        answer: [
          `Refunds typically arrive within ${service.refundDaysEfiled} days of e-filing. A return sent on paper takes ${formatRange(service.refundWeeksPaper)} weeks. The IRS decides when, not us.`,
        ],
        link: { to: '/refund', label: 'Check where your refund is' },
      },
      {
        id: 'do-i-approve',
        question: 'Do I see the return before you send it?',
        answer: [
          'Always. You read it, ask what you like, and approve it in your account. Nothing is e-filed before you have said yes.',
        ],
      },
      {
        id: 'follow-my-return',
        question: 'How do I know where my return stands?',
        answer: [
          'Your account shows each stage, from papers received to accepted by the IRS, and the one thing that you have to do next, if there is one.',
        ],
        link: { to: '/account', label: 'Open my account' },
      },
      {
        id: 'old-copies',
        question: 'I was a client before this website. Where are my old copies?',
        answer: [
          `Ask for them from your account. We look them up and put them into your secured files, usually within ${formatRange(service.legacyCopiesHours)} hours while the office is open.`,
        ],
      },
    ],
  },
  {
    id: 'appointments-communication',
    title: 'Appointments & Communication',
    questions: [
      {
        id: 'do-i-have-to-come',
        question: 'Do I have to come to the office?',
        answer: [
          'No. Most clients do everything from home. If you prefer to meet in person, book a time and bring your papers.',
        ],
        link: { to: '/booking', label: 'Book an appointment' },
      },
      {
        id: 'opening-hours',
        question: 'When are you open?',
        answer: [
          `${openDays()}, ${formatClock(hours.open)} to ${formatClock(hours.close)}${hours.byAppointmentOnly ? ', by appointment only' : ''}. Please book before you come, so that your preparer is free.`,
        ],
        link: { to: '/map-location-and-directions', label: 'How to find us' },
      },
      {
        id: 'how-you-contact-me',
        question: 'How will you contact me?',
        answer: [
          'The way you choose in your yearly form: by text, by phone, by e-mail, or by a messenger. We prefer to ask about numbers by phone, because it is quicker for both of us.',
        ],
      },
      {
        id: 'change-appointment',
        question: 'Can I move or cancel an appointment?',
        answer: [`Yes, at no cost. Call or text ${contact.text.display}, a few hours ahead if you can.`],
      },
    ],
  },
  {
    id: 'special-situations',
    title: 'Special Situations',
    questions: [
      {
        id: 'amend',
        question: 'I found a mistake in a return that is already filed. What now?',
        answer: [
          `Send us that return and the paper that changes it. An amended return costs ${amendment ? dollars(amendment.amount) : 'a fixed price'}. If the mistake was ours, it costs nothing.`,
        ],
        link: { to: '/refund', label: 'Follow an amended return' },
      },
      {
        id: 'years-behind',
        question: 'I haven’t filed for some years. Can you help?',
        answer: [
          `Yes, and you won’t get a lecture. We start with the newest year and work backwards. Each earlier year costs ${priorYear ? dollars(priorYear.amount) : 'a fixed price'}.`,
        ],
      },
      {
        id: 'side-job',
        question: 'I have a job and also drive, clean or sell things. Which price is mine?',
        answer: [
          `“${sideJobs?.name}”: ${sideJobs ? `${dollars(sideJobs.from)} to ${dollars(sideJobs.to)}` : ''}. Bring the 1099 forms if you got any, and a list of what the work cost you: gas, tools, phone, fees.`,
        ],
        link: { to: '/fees', label: 'See the prices' },
      },
      {
        id: 'itin',
        question: 'I have an ITIN, not a Social Security number. Can I file?',
        answer: [
          'Yes. Send the letter that the IRS mailed you with the number, together with your other papers.',
        ],
      },
      {
        id: 'irs-letter',
        question: 'I got a letter from the IRS. Should I worry?',
        answer: [
          'Probably not, but read the date on it: most letters want an answer within weeks. Upload a photo of every page and call us. If it is about a return we prepared, we explain it free of charge.',
        ],
      },
      {
        id: 'new-company',
        question: 'I am starting a company. What do I need?',
        answer: [
          'First a structure that fits what you do: sole proprietorship, LLC, S-Corp or C-Corp. Then the state filing, an EIN and any license. We go through it with you before you pay anyone.',
        ],
        link: { to: '/business-startups', label: 'Compare the structures' },
      },
    ],
  },
  {
    id: 'payment-guarantees',
    title: 'Payment & Guarantees',
    questions: [
      {
        id: 'what-does-it-cost',
        question: 'What does it cost?',
        answer: [
          `${prices.tiers.map((tier) => `${tier.name} ${dollars(tier.from)} to ${dollars(tier.to)}`).join('; ')}. The exact price is agreed with you before we begin.`,
        ],
        link: { to: '/fees', label: 'All prices on one page' },
      },
      {
        id: 'when-do-i-pay',
        question: 'When do I pay, and how?',
        answer: [
          `When your return is complete, before it is e-filed. ${payments.cardUrl ? 'By card, ' : ''}${orList(payments.wallets.map((wallet) => wallet.name))}.`,
        ],
        link: { to: '/payment', label: 'Ways to pay' },
      },
      {
        id: 'pay-from-refund',
        question: 'Can you take the fee out of my refund?',
        answer: [
          'Often, yes. Ask before we e-file, since it has to be arranged first. The bank that handles it charges its own fee, which you see before you decide.',
        ],
        link: { to: '/payment#from-your-refund', label: 'How it works' },
      },
      {
        id: 'installments',
        question: 'Can I pay in parts?',
        answer: [
          `For business returns over ${dollars(prices.plans.overAmount)}, in ${prices.plans.installmentsFrom} to ${prices.plans.installmentsTo} parts.`,
        ],
      },
      {
        id: 'accuracy-guarantee',
        question: 'What if you make a mistake?',
        answer: [
          'We correct an error of ours free of charge, including the amended return. Penalties and interest are not part of the guarantee.',
        ],
      },
      {
        id: 'money-back',
        question: 'Can I get my money back?',
        answer: [
          'All of it, if work on your return has not begun. Once it has, the part that is not done yet. After e-filing, no.',
        ],
        link: { to: '/legal', label: 'The terms in full' },
      },
      {
        id: 'estimate',
        question: 'Can I find out my refund before I pay?',
        answer: [
          `Yes, the estimate is free, and returns start at ${dollars(lowestPrice)}. The quote asks a few questions and shows your range at once.`,
        ],
        link: { to: '/quote', label: 'Get a free quote' },
      },
      {
        id: 'referral-reward',
        question: 'Do I get something for telling friends?',
        answer: [
          `${dollars(referral.reward)} for each new client who names you when signing up, once their return is completed and paid.`,
        ],
        link: { to: '/referrals', label: 'The referral reward' },
      },
    ],
  },
];
