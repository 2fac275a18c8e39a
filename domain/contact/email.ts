import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import { emailHint } from './hints.ts';

/** Of clients and invitations. */
const MAX_LENGTH = 255;
const LABEL = '[^\\s@.\\p{Cc}\\p{Cs}]+';
/** Something before the @, and a domain with a dot. Addresses in any script pass. */
const ADDRESS = new RegExp(`^[^\\s@\\p{Cc}\\p{Cs}]+@${LABEL}(?:\\.${LABEL})+$`, 'u');
/** The pattern of HTML's <input type="email">: ASCII only. */
const ASCII_ADDRESS =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/** An account has it for its password and its letters, so it has to arrive everywhere. */
export const accountEmailHint = msg`Use an email address without accents, such as name@example.com`;

/** Whether a form takes this e-mail address. */
export function isEmail(text: string): boolean {
  return ADDRESS.test(text);
}

/** What is wrong with an address that staff write down; undefined if they left it empty. */
export function letterEmailProblem(typed: string): MessageDescriptor | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  if ([...text].length > MAX_LENGTH) return msg`Email is too long`;
  return isEmail(text) ? undefined : emailHint;
}

/** Whether it can be the address of an account: every mail server takes it, in any letter case. */
export function isAccountEmail(text: string): boolean {
  return ASCII_ADDRESS.test(text) && isEmail(text);
}
