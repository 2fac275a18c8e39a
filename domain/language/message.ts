import type { MessageDescriptor } from '@lingui/core';
import * as runtime from '@lingui/core/runtime-macro';

// Texts in domain/ and server/, which run without a build: `msg` returns the English text with its id and its values,
// and the caller translates it. In the app's build and in the extraction, Lingui's transform replaces the calls. It
// looks for the name of this module, so import it as `#domain/language/message.ts` everywhere.

/** A value with its name in the message: `{ year: facts.year }`. At run time the name can't be known otherwise. */
type Named = { readonly [name: string]: string | number };

/** A part of a message that depends on a value. */
type Choice = ReturnType<typeof runtime.plural>;

interface Source {
  message: string;
  /** Tells apart texts that are the same in English only: "May", the month. */
  context?: string;
  /** For the translator. */
  comment?: string;
}

interface Msg {
  (literals: TemplateStringsArray, ...values: (Named | Choice)[]): MessageDescriptor;
  (source: Source): MessageDescriptor;
}

export const msg: Msg = runtime.msg as Msg;

/** `#` in a form is the number. */
export const plural: (value: Named, forms: { one: string; other: string; 0?: string }) => Choice =
  runtime.plural;

export const select: (value: Named, forms: { other: string; [value: string]: string }) => Choice =
  runtime.select;
