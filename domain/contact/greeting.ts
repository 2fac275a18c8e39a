import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import { normalizeWithin } from '#domain/text/unicode.ts';

const NAME = /^[\p{L}\p{M}][\p{L}\p{M}'’ -]{0,39}$/u;

/**
 * The name if it looks like one, otherwise undefined. Forms let strangers send mail to any address, so a name must
 * not carry advertising or links.
 */
export function personName(typed: string | undefined): string | undefined {
  const name = normalizeWithin(typed ?? '', 1000)?.trim() ?? '';
  return NAME.test(name) ? name : undefined;
}

/** "Hello Maria," or "Hello," if the name doesn't look like one. */
export function greeting(firstName: string | undefined): MessageDescriptor {
  const name = personName(firstName);
  return name === undefined ? msg`Hello,` : msg`Hello ${{ name }},`;
}
