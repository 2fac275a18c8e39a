import type { MessageDescriptor } from '@lingui/core';
import { addressLines } from '#app/shared/facts.ts';
import type { Office } from '#domain/business/office.ts';
import { msg } from '#domain/language/message.ts';
import type { LegalSection } from '../document.tsx';

export const heading = ({ name }: Office) => ({
  title: msg`Privacy and security`,
  lead: msg`You trust us with your Social Security number. This is what we do with it, and what we never do.`,
  description: msg`What ${{ name }} knows about you, who sees it, how it is protected, how long it is kept, and what you can ask of us.`,
});

export function sections(office: Office): readonly LegalSection<MessageDescriptor>[] {
  const { name, contact, legal, retention, claims, idleMinutes } = office;
  return [
    {
      id: 'in-short',
      title: msg`In short`,
      paragraphs: [msg`The rest of this page says it exactly. In five lines:`],
      points: [
        msg`We collect what a tax return needs, and what it takes to reach you.`,
        msg`Only you and our staff see your documents.`,
        msg`We never sell what we know about you, and show no advertisements.`,
        msg`Your documents and numbers are encrypted, in transit and at rest.`,
        msg`We never ask for your password by email or by phone.`,
      ],
    },
    {
      id: 'what-we-collect',
      title: msg`What you give us`,
      paragraphs: [msg`You decide what to send; without some of it we can’t prepare a return.`],
      points: [
        msg`Your name, email address, phone number and how you like to be contacted.`,
        msg`What a return asks for: Social Security numbers or ITINs, dates of birth, income, family, bank account for the refund.`,
        msg`The documents you upload, such as W-2s, 1099s, and IDs.`,
        msg`What you write to us, and the appointments you book.`,
      ],
    },
    {
      id: 'what-is-recorded',
      title: msg`What is recorded automatically`,
      paragraphs: [
        msg`Like every server, ours notes the time, the page and the network address of a visit, to keep the site running and to keep intruders out. We note who opened or changed which file, so that it can be traced.`,
        msg`There is no advertising and no tracking across other sites.`,
      ],
    },
    {
      id: 'what-we-use-it-for',
      title: msg`What we use it for`,
      paragraphs: [msg`Only for the work you ask for:`],
      points: [
        msg`to prepare, check and e-file your return, and to answer the tax authorities about it;`,
        msg`to call, text or write to you about it;`,
        msg`to take payment and keep the books that the law demands of us;`,
        msg`to protect your account against others.`,
      ],
    },
    {
      id: 'tax-law',
      title: msg`Tax preparers are bound by law`,
      paragraphs: [
        msg`Federal law forbids tax preparers to use or pass on what they learn from your return for anything but preparing it, unless you agree in writing. We keep to that even where it would be convenient not to.`,
      ],
    },
    {
      id: 'who-sees-it',
      title: msg`Who sees it`,
      paragraphs: [
        msg`You, and the people of our office who work on your case. The most sensitive numbers are masked on our own screens unless the work needs them.`,
        msg`Other clients and visitors can’t see anything of yours; the database itself refuses it, not only the page.`,
      ],
    },
    {
      id: 'who-we-pass-it-to',
      title: msg`Who we share it with`,
      paragraphs: [msg`We never sell or rent it. We share only what is necessary, and only with:`],
      points: [
        msg`the IRS and your state, with the return you approved;`,
        msg`companies that work for us under contract, such as the one that handles card payments;`,
        msg`a bank, if you choose to pay our fee from your refund;`,
        msg`a court or authority that can demand it by law.`,
      ],
    },
    {
      id: 'encryption',
      title: msg`Encryption`,
      paragraphs: [
        msg`Everything travels over ${{ bits: claims.encryptionBits }}-bit SSL. Every document, and every Social Security and account number, is encrypted again before it is stored, each with a separate key. A stolen disk or copy of the database shows none of them.`,
      ],
    },
    {
      id: 'how-we-protect-accounts',
      title: msg`How accounts are protected`,
      paragraphs: [
        msg`Passwords are kept only as a one-way fingerprint: we can’t read yours. You can add a second step at login with an authenticator app; staff are required to.`,
        msg`An unused session ends automatically, after ${{ client: idleMinutes.client }} minutes for clients and ${{ staff: idleMinutes.staff }} for staff. You get an email when someone logs in from a new device.`,
      ],
    },
    {
      id: 'what-you-can-do',
      title: msg`What you can do`,
      paragraphs: [msg`Security also depends on you:`],
      points: [
        msg`Use a password that you use nowhere else.`,
        msg`Lock your phone, and log out on computers that others use.`,
        msg`Send documents through your account only, never by email or chat.`,
        msg`Anyone who asks for your password is not us. Call ${{ phone: contact.phone.display }} if it happens.`,
      ],
    },
    {
      id: 'cookies',
      title: msg`Cookies and storage in your browser`,
      paragraphs: [
        msg`We use no advertising cookies. Your browser keeps your session and your settings, so that you stay logged in; logging out removes the session.`,
        msg`Forms are protected from robots by a captcha service. Videos, maps and other outside content load only when you ask for them.`,
      ],
    },
    {
      id: 'how-long',
      title: msg`How long we keep it`,
      paragraphs: [
        msg`Your documents for at least ${{ atLeast: retention.legalYears }} years, since tax law and our terms ask for it, and for up to ${{ atMost: retention.marketingYears }} years so that you can still access them. After that they are destroyed.`,
        msg`Messages that never became a case are deleted sooner.`,
      ],
    },
    {
      id: 'your-rights',
      title: msg`What you can ask of us`,
      paragraphs: [
        msg`You may ask what we hold about you, have a copy, have it corrected, or have deleted what no law makes us keep. We answer privacy questions within ${{ days: legal.privacyResponseDays }} days.`,
      ],
    },
    {
      id: 'children',
      title: msg`Children`,
      paragraphs: [
        msg`The service is not for people under ${{ age: legal.minimumAge }}. What we hold about children comes from their parents, for the parents’ return.`,
      ],
    },
    {
      id: 'if-something-happens',
      title: msg`If something goes wrong`,
      paragraphs: [
        msg`If anyone ever gets unauthorized access to your data, we tell you and the authorities without delay, say what was touched, and help you with the next steps: an IRS identity PIN, a freeze at the credit bureaus.`,
      ],
    },
    {
      id: 'changes-and-contact',
      title: msg`Changes, and how to reach us`,
      paragraphs: [
        msg`When this page changes, its version and date change with it, and clients are told by email if it matters to them.`,
        msg`Write to ${{ email: contact.email }}, call ${{ phone: contact.phone.display }}, or send a letter to ${{ name }}, ${{ address: addressLines(office).join(', ') }}.`,
      ],
    },
  ];
}
