import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import type { Profile } from '#app/shared/session/profile.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { Panel } from '#app/ui/layout/panel.tsx';
import { ClientDetails } from './client-details.tsx';
import { ClientDialog } from './client-dialog.tsx';
import { DetailsDialog } from './details-dialog.tsx';
import { InvitationRow } from './invitation-row.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberDialog } from './member-dialog.tsx';
import { MemberRow } from './member-row.tsx';
import {
  clientDetailsQuery,
  invitationsQuery,
  type Member,
  membersQuery,
  useHasLogin,
} from './members-query.ts';
import { OtherClients } from './other-clients.tsx';
import { TaxNumberDialog } from './tax-number/tax-number-dialog.tsx';
import { taxNumberQuery } from './tax-number/tax-number-query.ts';

type Open = { is: 'name' | 'details' | 'tax-number' | 'invite' } | { is: 'member'; member: Member } | null;

/** Who the client is, who belongs to it, and who is invited. */
export function ClientPanel({ client }: { client: Profile }) {
  const { t } = useLingui();
  const clientId = client.user_id;
  const about = useQuery(clientDetailsQuery(clientId));
  const members = useQuery(membersQuery(clientId));
  const invitations = useQuery(invitationsQuery(clientId));
  const hasLogin = useHasLogin(clientId);
  const taxNumber = useQuery(taxNumberQuery(clientId)).data;
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const error = about.error ?? members.error ?? invitations.error;
  // Staff accounts belong to no one else.
  if (client.role !== 'client') return null;
  const people = (members.data ?? []).filter(({ user_id, has_login }) => user_id !== clientId || has_login);
  return (
    <Panel
      id="case-client"
      title={t`Client and people`}
      actions={
        about.data &&
        members.data && (
          <Button
            size="small"
            variant="secondary"
            icon={<UserPlus size={16} aria-hidden />}
            onPress={() => setOpen({ is: 'invite' })}
          >
            <Trans>Invite a person</Trans>
          </Button>
        )
      }
    >
      {error && (
        <Banner kind="danger">
          <Trans>We couldn’t load this: {{ problem: messageOf(error, t) }}</Trans>
        </Banner>
      )}
      {(about.isPending || members.isPending) && !error && <Skeleton className="h-24" />}
      {about.data && members.data && (
        <>
          <ClientDetails
            clientId={clientId}
            kind={about.data.kind}
            details={about.data.details}
            hasLogin={hasLogin}
            onEdit={(what) => setOpen({ is: what })}
          />
          <ul aria-label={t`People`} className="divide-y divide-line border-t border-line text-sm">
            {invitations.data?.map((one) => (
              <InvitationRow key={one.id} clientId={clientId} invitation={one} />
            ))}
            {people.map((member) => (
              <MemberRow
                key={member.user_id}
                clientId={clientId}
                member={member}
                onEdit={() => setOpen({ is: 'member', member })}
              />
            ))}
            {!hasLogin && people.length === 0 && (
              <li className="py-2 text-muted">
                <Trans>
                  No one has a login for this client. You can do everything for them here, or invite them.
                </Trans>
              </li>
            )}
          </ul>
          <OtherClients
            clientId={clientId}
            isClient={people.every((member) => member.user_id !== clientId || member.is_client)}
          />
          {open?.is === 'name' && (
            <ClientDialog client={client} kind={about.data.kind} onClose={close} onSaved={close} />
          )}
          {open?.is === 'details' && (
            <DetailsDialog
              clientId={clientId}
              details={about.data.details}
              hasTaxNumber={Boolean(taxNumber)}
              onClose={close}
            />
          )}
          {open?.is === 'tax-number' && (
            <TaxNumberDialog
              clientId={clientId}
              clientKind={about.data.kind}
              kept={taxNumber ?? null}
              onClose={close}
            />
          )}
          {open?.is === 'member' && (
            <MemberDialog clientId={clientId} kind={about.data.kind} member={open.member} onClose={close} />
          )}
          {open?.is === 'invite' && (
            <InviteDialog
              client={client}
              kind={about.data.kind}
              details={about.data.details}
              hasLogin={hasLogin}
              onClose={close}
            />
          )}
        </>
      )}
    </Panel>
  );
}
