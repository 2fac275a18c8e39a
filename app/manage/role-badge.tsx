import { Badge } from '#app/ui/badge.tsx';
import { isSuperRole } from '#domain/roles.ts';

export function RoleBadge({ role }: { role: string }) {
  return <Badge tone={isSuperRole(role) ? 'violet' : 'info'}>{role}</Badge>;
}
