import { msg } from '#domain/language/message.ts';

const LABEL = '[^\\s@.\\p{Cc}\\p{Cs}]+';
/** Something before the @, and a domain with a dot. Addresses in any script pass. */
const ADDRESS = new RegExp(`^[^\\s@\\p{Cc}\\p{Cs}]+@${LABEL}(?:\\.${LABEL})+$`, 'u');
/** The pattern of HTML's <input type="email">: ASCII only. */
const ASCII_ADDRESS =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

export const emailHint = msg`Write the email like this: name@example.com`;

/** Whether a form takes this e-mail address. */
export function isEmail(text: string): boolean {
  return ADDRESS.test(text);
}

/** Whether it can be the address of an account: every mail server takes it, in any letter case. */
export function isAccountEmail(text: string): boolean {
  return ASCII_ADDRESS.test(text) && isEmail(text);
}
