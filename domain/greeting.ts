const NAME = /^[\p{L}\p{M}][\p{L}\p{M}'’ -]{0,39}$/u;

/**
 * "Hello Maria," where the name is one. Anybody can sign up with anybody's address and write an advertisement or a
 * link in the field for the name; our mail doesn't carry it.
 */
export function greeting(firstName: string | undefined): string {
  const name = firstName?.normalize('NFC').trim() ?? '';
  return NAME.test(name) ? `Hello ${name},` : 'Hello,';
}
