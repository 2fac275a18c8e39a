import { msg } from '#domain/language/message.ts';

/** What forms and the server say of an address or a number. Apart from the rules, since every page words errors. */
export const emailHint = msg`Write the email like this: name@example.com`;

export const usNumbersOnly = msg`US numbers only: ten digits`;
