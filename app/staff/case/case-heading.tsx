import { Mail } from 'lucide-react';
import { focusOnMount } from '#app/shared/focus/focus-on-mount.ts';
import { longDate } from '#app/shared/format/dates.ts';
import type { Profile } from '#app/shared/session/profile.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { showPhone } from '#domain/contact/phone.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { RoleBadge } from '../role-badge.tsx';
import { BadAddress } from './bad-address.tsx';

export interface CaseHeadingProps {
  client: Profile;
  onWrite: () => void;
  onClear: () => void;
}

export function CaseHeading({ client, onWrite, onClear }: CaseHeadingProps) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 rounded-card border border-line bg-surface px-4 py-3 lg:px-5 print:hidden">
      <div className="min-w-0">
        <h2 ref={focusOnMount} tabIndex={-1} className="text-lg break-words lg:text-xl">
          Managing files for {displayName(client)}
        </h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
          <SmartLink to={`mailto:${client.email}`} className="link break-all">
            {client.email}
          </SmartLink>
          <span className="figures">{showPhone(client.phone)}</span>
          <span className="max-lg:hidden">Client since {longDate(client.created_at)}</span>
          {client.referred_by && <span className="break-words">Referred by {client.referred_by}</span>}
          <RoleBadge role={client.role} />
        </p>
        <BadAddress clientId={client.user_id} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          icon={<Mail size={18} aria-hidden />}
          onPress={onWrite}
          className="max-lg:hidden"
        >
          Write to client
        </Button>
        <Button variant="secondary" onPress={onClear}>
          Clear Selection
        </Button>
      </div>
    </div>
  );
}
