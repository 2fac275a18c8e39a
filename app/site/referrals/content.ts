import { formatRange } from '#app/shared/facts.ts';
import type { Office } from '#domain/business/office.ts';
import type { Formats } from '#domain/language/formats.ts';
import { msg } from '#domain/language/message.ts';

type Referral = Office['referral'];

export const heading = ({ reward }: Referral, { dollars }: Formats) => ({
  title: msg`Referral reward`,
  headline: msg`${{ reward: dollars(reward) }} for every friend who files with us`,
  lead: msg`Most of our clients came because a friend told them about us. When you’re that friend, we thank you in dollars.`,
  description: msg`${{ reward: dollars(reward) }} for every new client you send us, with no limit.`,
});

export const calculator = ({ reportableAbove }: Referral, { dollars }: Formats) => ({
  label: msg`How many people will you tell?`,
  noLimit: msg`There is no limit.`,
  less: msg`One less`,
  more: msg`One more`,
  reportable: msg`If your rewards add up to more than ${{ amount: dollars(reportableAbove) }} in a year, you must report them as income.`,
});

export const steps = ({ paidWithinDays }: Referral) => ({
  title: msg`How it works`,
  items: [
    {
      title: msg`You tell someone`,
      text: msg`A neighbor, a cousin, or the coworker who complains every April.`,
    },
    {
      title: msg`They give us your name`,
      text: msg`When they sign up for the first time, they tell us you referred them.`,
    },
    {
      title: msg`You get paid`,
      text: msg`Once their return is complete and paid for, usually within ${{ days: formatRange(paidWithinDays) }} business days.`,
    },
  ],
});

export const terms = (
  { reward, paidWithinDays, paidBy, reportableAbove }: Referral,
  { dollars, orList }: Formats,
) => ({
  title: msg`All the rules`,
  items: [
    {
      title: msg`Who counts`,
      text: msg`A new client, which means someone whose return we haven’t prepared before.`,
    },
    {
      title: msg`What they do`,
      text: msg`They give us your name when they sign up.`,
    },
    {
      title: msg`When you get paid`,
      text:
        paidBy.length > 0
          ? msg`Once their return is complete and paid for, usually within ${{ days: formatRange(paidWithinDays) }} business days, by ${{ ways: orList(paidBy) }}.`
          : msg`Once their return is complete and paid for, usually within ${{ days: formatRange(paidWithinDays) }} business days.`,
    },
    {
      title: msg`How often`,
      text: msg`As often as you like. Each new client is another ${{ reward: dollars(reward) }}.`,
    },
    {
      title: msg`Taxes`,
      text: msg`If your rewards add up to more than ${{ amount: dollars(reportableAbove) }} in a year, you must report them as income.`,
    },
    {
      title: msg`Fair play`,
      text: msg`If you make up people, or sign up under another name, you’re out of the program.`,
    },
  ],
});
