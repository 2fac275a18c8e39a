import { normalizeWithin } from '#domain/text/unicode.ts';

const NAME = /^[\p{L}\p{M}][\p{L}\p{M}'’ -]{0,39}$/u;

/**
 * What was typed as a name, where it is one. Anybody can write to anybody's address through us, and put an
 * advertisement or a link into the field for the name; our mail doesn't carry it.
 */
export function personName(typed: string | undefined): string | undefined {
  const name = normalizeWithin(typed ?? '', 1000)?.trim() ?? '';
  return NAME.test(name) ? name : undefined;
}

/** "Hello Maria," where the name is one. */
export function greeting(firstName: string | undefined): string {
  const name = personName(firstName);
  return name === undefined ? 'Hello,' : `Hello ${name},`;
}
