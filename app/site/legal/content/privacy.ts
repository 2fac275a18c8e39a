import { business } from '#app/business.ts';
import { addressLines } from '#app/shared/facts.ts';
import type { LegalSection } from '../section.ts';

const { name, contact, legal, retention, claims, idleMinutes } = business;

export const heading = {
  title: 'Privacy and security',
  lead: 'You trust us with your Social Security number. This is what we do with it, and what we never do.',
  description: `What ${name} knows about you, who sees it, how it is protected, how long it is kept, and what you can ask of us.`,
};

export const sections: readonly LegalSection[] = [
  {
    id: 'in-short',
    title: 'In short',
    paragraphs: ['The rest of this page says it exactly. In five lines:'],
    points: [
      'We collect what a tax return needs, and what it takes to reach you.',
      'Only you and our staff see your papers.',
      'We never sell what we know about you, and show no advertisements.',
      'Your papers and numbers are encrypted, in transit and at rest.',
      'We never ask for your password by email or by phone.',
    ],
  },
  {
    id: 'what-we-collect',
    title: 'What you give us',
    paragraphs: ['You decide what to send; without some of it we can’t prepare a return.'],
    points: [
      'Your name, email address, phone number and how you like to be contacted.',
      'What a return asks for: Social Security numbers or ITINs, dates of birth, income, family, bank account for the refund.',
      'The papers you upload, such as W-2s, 1099s and IDs.',
      'What you write to us, and the appointments you book.',
    ],
  },
  {
    id: 'what-is-recorded',
    title: 'What is recorded automatically',
    paragraphs: [
      'Like every server, ours notes the time, the page and the network address of a visit, to keep the site running and to keep intruders out. We note who opened or changed which file, so that it can be traced.',
      'There is no advertising and no tracking across other sites.',
    ],
  },
  {
    id: 'what-we-use-it-for',
    title: 'What we use it for',
    paragraphs: ['Only for the work you ask for:'],
    points: [
      'to prepare, check and e-file your return, and to answer the tax authorities about it;',
      'to call, text or write to you about it;',
      'to take payment and keep the books that the law demands of us;',
      'to protect your account against others.',
    ],
  },
  {
    id: 'tax-law',
    title: 'Tax preparers are bound by law',
    paragraphs: [
      'Federal law forbids tax preparers to use or pass on what they learn from your return for anything but preparing it, unless you agree in writing. We keep to that even where it would be convenient not to.',
    ],
  },
  {
    id: 'who-sees-it',
    title: 'Who sees it',
    paragraphs: [
      'You, and the people of our office who work on your case. The most sensitive numbers are masked on our own screens unless the work needs them.',
      'Other clients and visitors can’t see anything of yours; the database itself refuses it, not only the page.',
    ],
  },
  {
    id: 'who-we-pass-it-to',
    title: 'Who we share it with',
    paragraphs: ['We never sell or rent it. We share only what is necessary, and only with:'],
    points: [
      'the IRS and your state, with the return you approved;',
      'companies that work for us under contract, such as the one that handles card payments;',
      'a bank, if you choose to pay our fee from your refund;',
      'a court or authority that can demand it by law.',
    ],
  },
  {
    id: 'encryption',
    title: 'Encryption',
    paragraphs: [
      `Everything travels over ${claims.encryptionBits}-bit SSL. Every document, and every Social Security and account number, is encrypted again before it is stored, each with a separate key. A stolen disk or copy of the database shows none of them.`,
    ],
  },
  {
    id: 'how-we-protect-accounts',
    title: 'How accounts are protected',
    paragraphs: [
      'Passwords are kept only as a one-way fingerprint: we can’t read yours. You can add a second step at login with an authenticator app; staff are required to.',
      `An unused session ends automatically, after ${idleMinutes.client} minutes for clients and ${idleMinutes.staff} for staff. You get an email when somebody logs in from a new device.`,
    ],
  },
  {
    id: 'what-you-can-do',
    title: 'What you can do',
    paragraphs: ['Security also depends on you:'],
    points: [
      'Use a password that you use nowhere else.',
      'Lock your phone, and log out on computers that others use.',
      'Send papers through your account only, never by email or messenger.',
      `Anyone who asks for your password is not us. Call ${contact.phone.display} if it happens.`,
    ],
  },
  {
    id: 'cookies',
    title: 'Cookies and storage in your browser',
    paragraphs: [
      'We use no advertising cookies. Your browser keeps your session and your settings, so that you stay logged in; logging out removes the session.',
      'Forms are protected from robots by a captcha service. Videos, maps and other outside content load only when you ask for them.',
    ],
  },
  {
    id: 'how-long',
    title: 'How long we keep it',
    paragraphs: [
      `Your documents for at least ${retention.legalYears} years, since tax law and our terms ask for it, and for up to ${retention.marketingYears} years so that you can still access them. After that they are destroyed.`,
      'Messages that never became a case are deleted sooner.',
    ],
  },
  {
    id: 'your-rights',
    title: 'What you can ask of us',
    paragraphs: [
      `You may ask what we hold about you, have a copy, have it corrected, or have deleted what no law makes us keep. We answer privacy questions within ${legal.privacyResponseDays} days.`,
    ],
  },
  {
    id: 'children',
    title: 'Children',
    paragraphs: [
      `The service is not for people under ${legal.minimumAge}. What we hold about children comes from their parents, for the parents’ return.`,
    ],
  },
  {
    id: 'if-something-happens',
    title: 'If something goes wrong',
    paragraphs: [
      'If anyone ever gets unauthorized access to your data, we tell you and the authorities without delay, say what was touched, and help you with the next steps: an IRS identity PIN, a freeze at the credit bureaus.',
    ],
  },
  {
    id: 'changes-and-contact',
    title: 'Changes, and how to reach us',
    paragraphs: [
      'When this page changes, its version and date change with it, and clients are told by email if it matters to them.',
      `Write to ${contact.email}, call ${contact.phone.display}, or send a letter to ${name}, ${addressLines.join(', ')}.`,
    ],
  },
];
