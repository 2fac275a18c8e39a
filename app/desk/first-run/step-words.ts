import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import type { StepId } from './first-steps.ts';

interface StepWords {
  title: MessageDescriptor;
  text: MessageDescriptor;
  /** Where the step is done. */
  link: { to: string; label: MessageDescriptor };
}

const health = { to: '/manage/office/health', label: msg`Open Health` };

export const stepWords: Record<StepId, StepWords> = {
  facts: {
    title: msg`Enter your office’s facts`,
    text: msg`Your name, phone number, hours, and prices are on the public pages. They’re still our examples.`,
    link: { to: '/manage/office/contact', label: msg`Open facts` },
  },
  people: {
    title: msg`Add your colleagues`,
    text: msg`Each person logs in with an account of their own. Skip this if you work alone.`,
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
  client: {
    title: msg`Add your first client`,
    text: msg`Add one yourself, import them from your tax program, or let them sign up on your site.`,
    link: { to: '/manage/office/import', label: msg`Import clients` },
  },
};
