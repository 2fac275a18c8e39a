import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { isRole, isSuperRole, type Role } from '#domain/account/roles.ts';
import { msg } from '#domain/language/message.ts';

/** Short, since a narrow column of the client list has them. */
const names: Record<Role, MessageDescriptor> = {
  client: msg({ message: 'client', context: 'badge of a role' }),
  reception: msg({ message: 'reception', context: 'badge of a role' }),
  admin: msg({ message: 'admin', context: 'badge of a role' }),
  super: msg({ message: 'super', context: 'badge of a role' }),
};

/** An unknown role is shown as it is. */
export function RoleBadge({ role }: { role: string }) {
  const { t } = useLingui();
  return <Badge tone={isSuperRole(role) ? 'violet' : 'info'}>{isRole(role) ? t(names[role]) : role}</Badge>;
}
