import { useLingui } from '@lingui/react/macro';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { roleName } from '#domain/account/role-names.ts';
import { isSuperRole } from '#domain/account/roles.ts';

export function RoleBadge({ role }: { role: string }) {
  const { t } = useLingui();
  return (
    <Badge tone={isSuperRole(role) ? 'violet' : 'info'}>
      <span className="truncate" title={roleName(role, t)}>
        {roleName(role, t)}
      </span>
    </Badge>
  );
}
