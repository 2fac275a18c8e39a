import { queryOptions, useQuery } from '@tanstack/react-query';
import { Mail, TriangleAlert } from 'lucide-react';
import { supabase } from '#app/shared/api/supabase.ts';
import { focusOnMount } from '#app/shared/focus/focus-on-mount.ts';
import { longDate } from '#app/shared/format/dates.ts';
import type { Profile } from '#app/shared/session/profile.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { showPhone } from '#domain/contact/phone.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { RoleBadge } from '../role-badge.tsx';

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

/** Shown below an email address that a mail server has rejected. */
function BadAddress({ clientId }: { clientId: string }) {
  const { data } = useQuery(badAddressQuery(clientId));
  if (!data) return null;
  return (
    <p className="mt-1.5 flex max-w-(--container-text) items-start gap-2 text-sm text-danger">
      <TriangleAlert size={18} aria-hidden className="mt-0.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        Emails to this address have bounced since {longDate(data.since)}. Ask the client for the correct one.
        <span className="block text-xs text-muted">The server’s response: {data.reason}</span>
      </span>
    </p>
  );
}

function badAddressQuery(clientId: string) {
  return queryOptions({
    queryKey: ['case', clientId, 'bad-address'] as const,
    queryFn: async ({ signal }) => {
      const { data, error } = await supabase
        .rpc('bad_address_of', { client_id: clientId }, { get: true })
        .abortSignal(signal);
      if (error) throw error;
      return data[0] ?? null;
    },
  });
}
