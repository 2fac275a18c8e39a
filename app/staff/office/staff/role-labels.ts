import type { Role } from '#domain/account/roles.ts';

/** What each role may do, for the person who assigns it. */
export const roleDescriptions: Record<Role, string> = {
  client: 'A client sees only their own files, form, and returns.',
  admin: 'An admin sees and changes the files, forms and returns of all clients.',
  super: 'A super user can do everything an admin can, and also change roles and the legacy list.',
};
