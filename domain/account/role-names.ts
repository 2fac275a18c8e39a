import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { isRole, type Role } from './roles.ts';

const names: Record<Role, MessageDescriptor> = {
  client: msg({ message: 'client', context: 'role' }),
  reception: msg({ message: 'reception', context: 'role' }),
  admin: msg({ message: 'admin', context: 'role' }),
  super: msg({ message: 'super', context: 'role' }),
};

/** An unknown role is shown as it is. */
export function roleName(role: string, t: Translate): string {
  return isRole(role) ? t(names[role]) : role;
}
