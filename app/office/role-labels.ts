import type { MessageDescriptor } from '@lingui/core';
import type { Role } from '#domain/account/roles.ts';
import { msg } from '#domain/language/message.ts';

export const roleDescriptions: Record<Role, MessageDescriptor> = {
  client: msg`A client can see only their own files, form, and returns.`,
  reception: msg`Reception can see clients, the calendar, the inbox, and which documents are missing, but can’t open documents, forms, or returns.`,
  admin: msg`An admin can see and change the files, forms, and returns of all clients.`,
  super: msg`A super user can do everything an admin can, and also change roles and the legacy list.`,
};
