import { Badge } from '#app/ui/feedback/badge.tsx';
import { isSuperRole } from '#domain/account/roles.ts';

export function RoleBadge({ role }: { role: string }) {
  return <Badge tone={isSuperRole(role) ? 'violet' : 'info'}>{role}</Badge>;
}
