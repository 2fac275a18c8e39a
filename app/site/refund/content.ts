import { formatRange } from '#app/shared/facts.ts';
import type { Office } from '#domain/business/office.ts';
import { msg } from '#domain/language/message.ts';

export const heading = ({ service, links }: Office) => {
  const days = service.refundDaysEfiled;
  const states = links.stateRefunds.length;
  return {
    title: msg`Check your refund`,
    headline: msg`Where is my refund?`,
    lead: msg`Refunds usually arrive within ${{ days }} days if we e-filed your return, or within ${{ weeks: formatRange(service.refundWeeksPaper) }} weeks on paper. The IRS and your state can tell you the date.`,
    description:
      states > 0
        ? msg`Track your federal refund, an amended return, or a state refund in ${{ states }} states. Usually ${{ days }} days if e-filed.`
        : msg`Track your federal refund or an amended return. Usually ${{ days }} days if e-filed.`,
  };
};

export const atHand = {
  title: msg`Have these three things ready`,
  items: [
    msg`Your Social Security number or ITIN`,
    msg`Your filing status, like single or married filing jointly`,
    msg`The exact refund, in whole dollars, from your copy of the return`,
  ],
};

export const federal = ({ links }: Office) => [
  {
    id: 'refund',
    title: msg`Federal refund`,
    text: msg`The official IRS tracker. It’s updated once a day, at night.`,
    to: links.federalRefund,
    label: msg`Check my federal refund`,
  },
  {
    id: 'amended',
    title: msg`Amended return`,
    text: msg`A corrected return takes longer. It shows up here about three weeks after we send it.`,
    to: links.amendedReturn,
    label: msg`Check my amended return`,
  },
  {
    id: 'app',
    title: msg`The IRS app`,
    text: msg`The same tracker on your phone, in English and Spanish.`,
    to: links.irsApp,
    label: msg`Get the IRS app`,
  },
  {
    id: 'phone',
    title: msg`By phone`,
    text: msg`You’ll hear a recorded message or, if you wait, talk to a person. Early mornings are fastest.`,
    to: `tel:${links.irsPhone.e164}`,
    label: msg`Call ${{ phone: links.irsPhone.display }}`,
  },
];

export const states = {
  title: msg`State refunds`,
  text: msg`Your state pays on its own schedule, often after the IRS. Each state has its own tracker.`,
};

export const late = {
  title: msg`Is it late? What to do`,
  paragraphs: [
    msg`The usual reasons are a paper return, a child tax credit, or an IRS letter you haven’t answered. Read the tracker’s message. If it asks for something, do that first.`,
    msg`If you don’t understand it, get your copy and call us. We read these messages every day.`,
  ],
};

export const end = {
  title: msg`Lost your copy, or confused by the message? We can help.`,
  call: (phone: string) => msg`Call ${{ phone }}`,
};
