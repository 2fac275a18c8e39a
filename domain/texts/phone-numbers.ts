import { internationalPhone } from '#domain/contact/phone.ts';

/** A number of the United States or Canada that can get texts: "+12035550142". The database has the same rule. */
const NUMBER = /^\+1[2-9]\d{2}[2-9]\d{6}$/;

export function isTextNumber(text: string): boolean {
  return NUMBER.test(text);
}

/** "(203) 555-0142" as "+12035550142"; undefined if no text can be sent there. */
export function textNumber(phone: string): string | undefined {
  const number = internationalPhone(phone);
  return isTextNumber(number) ? number : undefined;
}
