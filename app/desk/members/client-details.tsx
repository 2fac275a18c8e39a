import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useDates } from '#app/shared/format/dates.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { kindNames } from '#domain/clients/client-kinds.ts';
import type { ClientKind } from '#domain/clients/membership.ts';
import { useStaff } from '../inbox/assignees.ts';
import type { Address, Contact, Details } from './members-query.ts';
import { TaxNumber } from './tax-number/tax-number.tsx';
import { taxNumberQuery } from './tax-number/tax-number-query.ts';

interface ClientDetailsProps {
  clientId: string;
  kind: ClientKind;
  details: Details;
  hasLogin: boolean;
  onEdit: (what: 'name' | 'details' | 'tax-number') => void;
}

/** The facts about a client that the office keeps; empty ones are left out. */
export function ClientDetails(props: ClientDetailsProps) {
  const { clientId, kind, details, hasLogin, onEdit } = props;
  const { t } = useLingui();
  const { longDate } = useDates();
  const { preparer_id, reviewer_id, client_since, tax_id_last4, addresses, contacts, tags } = details;
  const kept = useQuery(taxNumberQuery(clientId)).data;
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
