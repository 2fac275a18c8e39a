import type { Office } from '#domain/business/office.ts';
import type { Formats } from '#domain/language/formats.ts';
import { msg } from '#domain/language/message.ts';

export const heading = ({ contact, state, claims }: Office, { count }: Formats) => ({
  title: msg`About us`,
  headline: msg`A small office that picks up the phone`,
  lead: msg`We prepare taxes in ${{ city: contact.address.city }}, ${{ state }}, for people who would rather talk to a person than use a website. Then we built a website so you can talk to us from home.`,
  description: msg`Who prepares your return: a ${{ state }} office with more than ${{ years: claims.yearsInBusiness }} years and ${{ returns: count(claims.returns) }} returns behind it.`,
});

export const numbers = ({ claims }: Office, { count }: Formats) => [
  { value: `${claims.yearsInBusiness}+`, label: msg`years` },
  { value: `${count(claims.clients)}+`, label: msg`clients` },
  { value: `${count(claims.returns)}+`, label: msg`returns` },
  { value: `${claims.successPercent}%`, label: msg({ message: 'success', context: 'percent of returns' }) },
];

export const story = ({ claims, languages }: Office, { andList }: Formats) => ({
  title: msg`How it began`,
  paragraphs: [
    msg`More than ${{ years: claims.yearsInBusiness }} years ago, neighbors brought us their forms because the instructions made no sense. They stayed because someone sat down with them, explained the line that scared them, and remembered them the next year.`,
    msg`Since then, paper has become photos, and the office has become a portal. The rest hasn’t changed. You have one preparer. You know the price before we start. We never file anything you haven’t read.`,
    msg`We speak ${{ languages: andList(languages) }}. You shouldn’t need a second language to do your taxes.`,
  ],
});

export const values = {
  title: msg`What we promise`,
  items: [
    { title: msg`We say it plainly`, text: msg`If you don’t understand your return, we’re not done yet.` },
    {
      title: msg`We own our mistakes`,
      text: msg`If we make a mistake, we fix it for free. No arguing about whose fault it was.`,
    },
    {
      title: msg`We guard what’s yours`,
      text: msg`We only ask for what your return needs. We lock it up, and we show it to no one.`,
    },
    {
      title: msg`We’re here in June`,
      text: msg`IRS letters come after tax season. We answer the phone all year.`,
    },
  ],
};

export const team = {
  title: msg`Who you’ll talk to`,
  languages: (languages: string) => msg`Speaks ${{ languages }}`,
};

export const labels = {
  numbers: msg`Our office in numbers`,
  end: msg`Bring us one year. If you like our work, bring us the next.`,
  start: msg`Get Started Today`,
  quote: msg`Get Free Quote`,
};
