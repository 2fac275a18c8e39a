import type { MessageDescriptor } from '@lingui/core';
import type { Office } from '#domain/business/office.ts';
import type { Formats } from '#domain/language/formats.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';

export const heading = ({ payments }: Office, { orList }: Formats, t: Translate) => {
  const ways = orList([
    ...(payments.cardUrl ? [t(msg`card`)] : []),
    ...payments.wallets.map((wallet) => wallet.name),
  ]);
  return {
    title: msg`Ways to pay`,
    lead: msg`You pay when your return is complete and you know the exact amount. Not a dollar before.`,
    description:
      ways === ''
        ? msg`Pay for your tax return. When payment is due, payment plans, and paying from your refund.`
        : msg`Pay for your tax return by ${{ ways }}. When payment is due, payment plans, and paying from your refund.`,
  };
};

export const card = {
  title: msg`By card`,
  text: msg`A secure page from our payment processor opens in its own window. Your card number goes to them and never touches our computers.`,
  button: msg`Pay by card`,
};

export const codes = {
  title: msg`From an app on your phone`,
  text: msg`Open the app and paste our name, or scan the code with your camera. Put your name in the note so we know the payment is yours.`,
  show: (wallet: string) => ({ seen: msg`Show the code`, heard: msg`for ${{ wallet }}` }),
  open: (wallet: string) => msg`Open ${{ wallet }}`,
  copy: (wallet: string) => msg`Copy the ${{ wallet }} name`,
  picture: (wallet: string) => msg`QR code for ${{ wallet }}`,
};

export const atTheOffice = ({ payments }: Office, { orList }: Formats) => ({
  title: msg`At our office`,
  text: msg`We take ${{ ways: orList(payments.atTheOffice) }} at your appointment, and you’ll get a receipt on the spot.`,
});

interface Stage {
  id: string;
  title: MessageDescriptor;
  detail: MessageDescriptor;
  /** The stage at which payment is due. */
  payNow?: boolean;
}

/** When payment is due, as the stages of a return. */
export const due: readonly Stage[] = [
  {
    id: 'begin',
    title: msg`You send your documents`,
    detail: msg`Nothing to pay. You know your price range.`,
  },
  { id: 'prepare', title: msg`We prepare your return`, detail: msg`Still nothing to pay.` },
  {
    id: 'due',
    title: msg`Your return is complete`,
    detail: msg`You read it and approve it. Then payment is due, before we e-file. We tell you the exact amount.`,
    payNow: true,
  },
  { id: 'file', title: msg`We e-file`, detail: msg`Your copies stay in your account.` },
];

export interface Arrangement {
  id: string;
  title: MessageDescriptor;
  paragraphs: readonly MessageDescriptor[];
}

export const arrangements = ({ prices }: Office, { dollars }: Formats): readonly Arrangement[] => [
  {
    id: 'plans',
    title: msg`In installments`,
    paragraphs: [
      msg`Business returns over ${{ amount: dollars(prices.plans.overAmount) }} can be split into ${{ from: prices.plans.installmentsFrom }} to ${{ to: prices.plans.installmentsTo }} installments. The first is due before we e-file.`,
      msg`Ask us before your return is complete. We’ll write down the dates and give you a copy.`,
    ],
  },
  {
    id: 'from-your-refund',
    title: msg`From your refund`,
    paragraphs: [
      msg`If you’re getting a refund, we can often take our fee out of it, so you pay nothing up front. A bank gets the refund, pays us, and sends you the rest.`,
      msg`The bank charges its own fee for this. You’ll see it before you decide. Ask us before we e-file your return. We can’t change it after that.`,
    ],
  },
  {
    id: 'money-back',
    title: msg`Your money back`,
    paragraphs: [
      msg`If we haven’t started your return, you get all of it back. If we have, you get back the part we haven’t done yet. After we e-file, we don’t refund our fee.`,
      msg`If we made a mistake, we fix it for free, no matter when you find it.`,
    ],
  },
];
