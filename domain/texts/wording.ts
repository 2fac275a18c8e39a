import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';

// Spanish texts do without á, í, ó and ú: one of them would more than halve a segment (segments.ts).

interface TextFacts {
  /** Its short name. */
  office: string;
  phone: string;
  link: string;
}

/** What the server can write. Every text names the office and says how to end them; none says what it is about. */
const words = {
  reminder: ({ office, link }) =>
    msg`${{ office }}: you have something to do in your account. ${{ link }} Reply STOP to end.`,
  message: ({ office, link }) => msg`${{ office }}: you have a new message. ${{ link }} Reply STOP to end.`,
  appointment_reminder: ({ office, phone }) =>
    msg`${{ office }}: you have an appointment with us soon. See our email, or call ${{ phone }}. Reply STOP to end.`,
  invitation: ({ office, link }) =>
    msg`${{ office }}: open this link to join our client portal. ${{ link }} Reply STOP to end.`,
  stopped: ({ office }) => msg`${{ office }}: you get no more texts from us. Reply START to get them again.`,
  started: ({ office }) => msg`${{ office }}: you get texts from us again. Reply HELP for help, STOP to end.`,
  help: ({ office, phone }) =>
    msg`${{ office }}: call us at ${{ phone }} for help. Message and data rates may apply. Reply STOP to end.`,
  unread: ({ office, link }) =>
    msg`${{ office }}: no one reads texts here. Write to us in your account. ${{ link }}`,
  no_picture: ({ office, link }) =>
    msg`${{ office }}: we can’t take pictures by text. Please send them in your account. ${{ link }}`,
} satisfies Record<string, (facts: TextFacts) => MessageDescriptor>;
export type TextKind = keyof typeof words;
export const textKinds = Object.keys(words) as TextKind[];

export function textWords(kind: TextKind, facts: TextFacts): MessageDescriptor {
  return words[kind](facts);
}

/** What a person agrees to, as it is shown and recorded. The carriers' rules ask for each part of it. */
export function consentWords({ office, phone }: { office: string; phone: string }): MessageDescriptor {
  return msg`I agree to get automated texts from ${{ office }} at ${{ phone }}: reminders of what is open, and of appointments, and that there is a message for me. A few texts a month at most. Message and data rates may apply. Reply STOP to end, HELP for help. My agreement is not a condition of any service.`;
}

/** The same before messages were announced by text, for those who agreed to that. */
export function consentWordsBefore({ office, phone }: { office: string; phone: string }): MessageDescriptor {
  return msg`I agree to get automated texts from ${{ office }} at ${{ phone }}: reminders of what is open, and of appointments. A few texts a month at most. Message and data rates may apply. Reply STOP to end, HELP for help. My agreement is not a condition of any service.`;
}
