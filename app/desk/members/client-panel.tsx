import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { useDates } from '#app/shared/format/dates.ts';
import type { Profile } from '#app/shared/session/profile.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { Panel } from '#app/ui/layout/panel.tsx';
import { kindNames } from '#domain/clients/client-kinds.ts';
import type { ClientKind } from '#domain/clients/membership.ts';
import { useStaff } from '../inbox/assignees.ts';
import { ClientDialog } from './client-dialog.tsx';
import { DetailsDialog } from './details-dialog.tsx';
import { InvitationRow } from './invitation-row.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberDialog } from './member-dialog.tsx';
import { MemberRow } from './member-row.tsx';
import {
  type Address,
  type Contact,
  clientDetailsQuery,
  type Details,
  invitationsQuery,
  type KeptNumber,
  type Member,
  membersQuery,
  taxNumberQuery,
  useHasLogin,
} from './members-query.ts';
import { OtherClients } from './other-clients.tsx';
import { TaxNumber } from './tax-number/tax-number.tsx';
import { TaxNumberDialog } from './tax-number/tax-number-dialog.tsx';

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
            kept={taxNumber}
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

interface ClientDetailsProps {
  clientId: string;
  kind: ClientKind;
  details: Details;
  /** The tax number; null if there is none, undefined while this is not known. */
  kept: KeptNumber | null | undefined;
  hasLogin: boolean;
  onEdit: (what: 'name' | 'details' | 'tax-number') => void;
}

/** The facts about a client that the office keeps; empty ones are left out. */
function ClientDetails(props: ClientDetailsProps) {
  const { clientId, kind, details, kept, hasLogin, onEdit } = props;
  const { t } = useLingui();
  const { longDate } = useDates();
  const { preparer_id, reviewer_id, client_since, tax_id_last4, addresses, contacts, tags } = details;
  const { nameOf } = useStaff({ enabled: preparer_id !== null || reviewer_id !== null });
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <Badge size="small" tone="neutral">
          {t(kindNames[kind])}
        </Badge>
        {!hasLogin && (
          <Badge size="small" tone="warning">
            <Trans>No login</Trans>
          </Badge>
        )}
        {details.archived_at !== null && (
          <Badge size="small" tone="neutral">
            <Trans>Archived</Trans>
          </Badge>
        )}
        {tags.map((tag) => (
          <Badge key={tag} size="small" tone="neutral">
            {tag}
          </Badge>
        ))}
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {preparer_id !== null && <Fact label={t`Preparer`}>{nameOf(preparer_id)}</Fact>}
        {reviewer_id !== null && <Fact label={t`Reviewer`}>{nameOf(reviewer_id)}</Fact>}
        {addresses.map((address) => (
          <Fact key={addressInLine(address)} label={t`Address`}>
            {addressInLine(address)}
          </Fact>
        ))}
        {kept && (
          <Fact label={t`Tax ID`}>
            <TaxNumber clientId={clientId} kept={kept} onChange={() => onEdit('tax-number')} />
          </Fact>
        )}
        {kept === null && tax_id_last4 !== null && (
          <Fact label={t`Tax ID`}>
            <span className="figures">
              <Trans>ends in {{ digits: tax_id_last4 }}</Trans>
            </span>
          </Fact>
        )}
        {client_since !== null && (
          <Fact label={t`Client since`}>{longDate(`${client_since}T12:00:00Z`)}</Fact>
        )}
        {contacts.map((contact) => (
          <Fact key={contactInLine(contact)} label={t`Contact`}>
            {contactInLine(contact)}
          </Fact>
        ))}
      </dl>
      <p className="-ml-3 flex flex-wrap gap-2">
        {!hasLogin && (
          <Button size="small" variant="quiet" onPress={() => onEdit('name')}>
            <Trans>Edit name and contact</Trans>
          </Button>
        )}
        <Button size="small" variant="quiet" onPress={() => onEdit('details')}>
          <Trans>Edit details</Trans>
        </Button>
        {kept === null && (
          <Button size="small" variant="quiet" onPress={() => onEdit('tax-number')}>
            <Trans>Add the tax ID</Trans>
          </Button>
        )}
      </p>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

function addressInLine({ street, apartment, city, state, zip }: Address): string {
  const town = [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [street, apartment, town].filter(Boolean).join(', ');
}

function contactInLine({ first_name, last_name, email, phone }: Contact): string {
  const name = [first_name, last_name].filter(Boolean).join(' ');
  return [name, phone, email].filter(Boolean).join(', ');
}
