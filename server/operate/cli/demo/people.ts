import { z } from 'zod';
import { folded } from '#domain/text/unicode.ts';

export const staffKey = z.enum(['grace', 'dana', 'tom']);
export type StaffKey = z.infer<typeof staffKey>;

/** The ids of the staff's accounts. */
export type StaffIds = Record<StaffKey, string>;

export type Person = ReturnType<typeof personOf>;

export function personOf(name: string, phone: string) {
  const [firstName = '', lastName = ''] = name.split(' ');
  return { name, firstName, lastName, email: emailOf(name), phone };
}

/** "Rosa Núñez" to "rosa.nunez", at a domain reserved for documentation, which receives no mail. */
export function emailOf(name: string): string {
  const local = folded(name).replace(/[^a-z ]/g, '');
  return `${local.replace(' ', '.')}@mail.example`;
}
