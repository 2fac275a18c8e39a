import type { StaffRole } from '#domain/account/roles.ts';
import { normalizeCut } from '#domain/text/unicode.ts';
import type { Person, StaffKey } from './story.ts';

/** A domain reserved for documentation, which receives no mail. */
const DEMO_DOMAIN = 'mail.example';

export const person = (firstName: string, lastName: string, phone: string): Person => ({
  firstName,
  lastName,
  email: `${plain(firstName)}.${plain(lastName)}@${DEMO_DOMAIN}`,
  phone,
});

/** Converts a name for an address: "Núñez" to "nunez". */
function plain(name: string): string {
  return normalizeCut(name, 100, 'NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
}

export const staff: Record<StaffKey, Person & { role: StaffRole }> = {
  grace: { ...person('Grace', 'Okafor', '2035550101'), role: 'super' },
  dana: { ...person('Dana', 'Reyes', '2035550102'), role: 'admin' },
  tom: { ...person('Tom', 'Whitfield', '2035550103'), role: 'admin' },
};
