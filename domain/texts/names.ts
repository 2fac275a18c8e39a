import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import type { TextKind } from './wording.ts';

const names: Record<TextKind, MessageDescriptor> = {
  reminder: msg`Text: reminder`,
  message: msg`Text: there is a message`,
  appointment_reminder: msg`Text: appointment`,
  invitation: msg`Text: invitation`,
  stopped: msg`Answer to STOP`,
  started: msg`Answer to START`,
  help: msg`Answer to HELP`,
  unread: msg`Answer: no one reads texts`,
  no_picture: msg`Answer: no pictures by text`,
};

const states: Record<string, MessageDescriptor> = {
  pending: msg`waiting`,
  sending: msg`being sent`,
  failed: msg`not sent`,
  dropped: msg`not sent, because it was not needed or not allowed anymore`,
};

/** For staff: "Text: reminder (not sent)". Of one that was sent, only its name. */
export function textInWords(kind: string, status: string, t: Translate): string {
  const name = t(names[kind as TextKind] ?? msg`Text`);
  const state = states[status];
  return state ? t(msg`${{ name }} (${{ state: t(state) }})`) : name;
}
