import type { MessageDescriptor } from '@lingui/core';
import type { Formats } from './formats.ts';
import type { Language } from './language.ts';

/** Turns a message into text, in the reader's language. */
export type Translate = (message: MessageDescriptor) => string;

/** A message to translate, or a text that stays as it is, such as a name. */
export type Wording = MessageDescriptor | string;

/** How to write for a person or for a page. */
export interface Reader {
  language: Language;
  t: Translate;
  formats: Formats;
}

export function inWords(wording: Wording, t: Translate): string {
  return typeof wording === 'string' ? wording : t(wording);
}
