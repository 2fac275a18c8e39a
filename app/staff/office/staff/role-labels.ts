import type { Role } from '#domain/account/roles.ts';

/** What each role may do, for the person who assigns it. */
export const roleDescriptions: Record<Role, string> = {
  client: 'A client sees nothing but the own files, form and returns.',
  admin: 'An admin sees and changes the files, forms and returns of all clients.',
  super: 'A super user may do all that an admin may, and changes roles and the legacy list.',
};
