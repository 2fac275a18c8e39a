import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';

/** Why staff see all numbers of a form. One click gives the reason and shows the numbers. */
export interface RevealReason {
  /** As it is recorded: in English, so that the record reads the same for everyone. */
  recorded: string;
  /** On the button, after "Show all numbers to:". */
  label: MessageDescriptor;
  /** In the sentence of the office's log. */
  inLog: MessageDescriptor;
}

/** Offered as buttons. Anything else is typed, because a list that does not fit would be answered with a wrong reason. */
export const revealReasons = [
  {
    recorded: 'To prepare the return',
    label: msg`Prepare the return`,
    inLog: msg`to prepare the return`,
  },
  {
    recorded: 'To check with the client',
    label: msg`Check with the client`,
    inLog: msg`to check with the client`,
  },
] as const satisfies readonly RevealReason[];

/** The reason of a reveal that comes before printing. */
export const printReason: RevealReason = {
  recorded: 'To print the form',
  label: msg`Print with numbers`,
  inLog: msg`to print the form`,
};

/** How long a revealed number is shown at most. */
export const SHOWN_MS = 15 * 60_000;

/** As the database has it. */
export const maxReasonLength = 200;

const known: readonly RevealReason[] = [...revealReasons, printReason];

/** The words for a recorded reason; undefined if someone typed it. */
export const reasonInLog = (recorded: string): MessageDescriptor | undefined =>
  known.find((reason) => reason.recorded === recorded)?.inLog;
