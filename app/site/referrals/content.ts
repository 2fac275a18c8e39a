import { business } from '#app/business.ts';
import { dollars, formatRange, orList } from '#app/shared/facts.ts';

const { reward, paidWithinDays, paidBy, reportableAbove } = business.referral;

export const heading = {
  title: 'Referral reward',
  headline: `${dollars(reward)} for every friend who files with us`,
  lead: 'Most of our clients came because someone told them. If you are the one who tells, we say thank you in dollars.',
  description: `${dollars(reward)} for every new client you send us, with no limit.`,
};

export const calculator = {
  label: 'How many people would you tell?',
  noLimit: 'There is no limit.',
  reportable: `Rewards of more than ${dollars(reportableAbove)} in a year are income that must be reported.`,
};

export const steps = {
  title: 'How it goes',
  items: [
    { title: 'You tell somebody', text: 'A neighbor, a cousin, the colleague who complains every April.' },
    {
      title: 'They name you',
      text: 'When they sign up with us for the first time, they give your name as the referrer.',
    },
    {
      title: 'You are paid',
      text: `When their return is completed and paid for, typically within ${formatRange(paidWithinDays)} business days.`,
    },
  ],
};

export const terms = {
  title: 'The rules, all of them',
  items: [
    { title: 'Who counts', text: 'A new client: someone whose return we have not prepared before.' },
    {
      title: 'What they do',
      text: 'They mention your name as the referrer when they sign up.',
    },
    {
      title: 'When you are paid',
      text: `Once their return is completed and paid for, typically within ${formatRange(paidWithinDays)} business days, by ${orList(paidBy)}.`,
    },
    { title: 'How often', text: `As often as you like. Each new client is another ${dollars(reward)}.` },
    {
      title: 'Taxes',
      text: `Rewards of more than ${dollars(reportableAbove)} in a year are income that must be reported.`,
    },
    { title: 'Fair play', text: 'Invented people, or yourself under another name, end the program for you.' },
  ],
};
