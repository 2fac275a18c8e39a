import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import type { StepId } from './first-steps.ts';

interface StepWords {
  title: MessageDescriptor;
  text: MessageDescriptor;
  /** Where the step is done. */
  link: { to: string; label: MessageDescriptor };
}

const contact = { to: '/manage/office/contact', label: msg`Open facts` };
const health = { to: '/manage/office/health', label: msg`Open Health` };

export const stepWords: Record<StepId, StepWords> = {
  name: {
    title: msg`Enter the name of your office`,
    text: msg`It’s at the top of every page, in emails, and in search results.`,
    link: contact,
  },
  phone: {
    title: msg`Enter your phone number`,
    text: msg`Clients call it from your site. The one there is our example.`,
    link: contact,
  },
  hours: {
    title: msg`Set your hours`,
    text: msg`Visitors can book appointments within them.`,
    link: contact,
  },
  prices: {
    title: msg`Set your prices`,
    text: msg`Your site shows none until you do.`,
    link: { to: '/manage/office/prices', label: msg`Open prices` },
  },
  reviews: {
    title: msg`Add your reviews`,
    text: msg`Your site shows what clients say about you, and where they can write a review.`,
    link: { to: '/manage/office/reviews', label: msg`Open reviews` },
  },
  people: {
    title: msg`Add your colleagues`,
    text: msg`Each person logs in with an account of their own.`,
    link: { to: '/manage/office', label: msg`Open Staff` },
  },
  mail: {
    title: msg`Connect your email server`,
    text: msg`Clients get letters and reset their passwords by email.`,
    link: health,
  },
  backup: {
    title: msg`Set up a backup`,
    text: msg`A backup brings everything back after a broken disk.`,
    link: health,
  },
  recovery: {
    title: msg`Print the recovery sheet`,
    text: msg`It has the key that opens your backups.`,
    link: { to: '/manage/office/recovery', label: msg`Open Recovery` },
  },
  factor: {
    title: msg`Turn on two-step login for all staff`,
    text: msg`A stolen password alone then opens nothing.`,
    link: { to: '/account', label: msg`Open your account` },
  },
  client: {
    title: msg`Add your first client`,
    text: msg`Add one yourself, import them from your tax program, or let them sign up on your site.`,
    link: { to: '/manage/office/import', label: msg`Import clients` },
  },
};
