import { useLingui } from '@lingui/react/macro';
import { memo, type ReactNode } from 'react';
import { useDates } from '#app/shared/format/dates.ts';
import { RoleBadge } from '#app/shared/session/role-badge.tsx';
import { classNames } from '#app/ui/class-names.ts';
import type { DocumentList } from '#contract/document-lists.ts';
import { showPhone } from '#domain/contact/phone.ts';
import { ThreadMark } from '../../inbox/thread-mark.tsx';
import {
  FormFact,
  LastFileFact,
  LastReminded,
  MissingDocuments,
  NewFilesFact,
  PreparerFact,
  ReturnFact,
  TagsFact,
  WaitingFact,
} from '../client-facts.tsx';
import type { ClientFacts, PersonFound } from '../clients-query.ts';
import { alignOf } from '../columns/column-headers.tsx';
import type { ColumnId } from '../columns/columns.ts';
import { ClientLink, type ClientLinkProps } from './client-link.tsx';
import { FoundBy } from './found-by.tsx';

export interface ClientRowProps extends ClientLinkProps {
  facts: ClientFacts | undefined;
  /** Undefined while loading, and if no column shows it. */
  documents: DocumentList | undefined;
  found: PersonFound | undefined;
  columns: readonly ColumnId[];
  year: number;
}

/** The cells of a row, all covered by its link. Memoized, so that scrolling renders only new rows. */
export const ClientRow = memo(function ClientRow(props: ClientRowProps) {
  const { facts, documents, found, columns, year, ...link } = props;
  const { t } = useLingui();
  const { mediumDate } = useDates();
  const { email, phone, role, created_at } = link.client;
  const cells: Record<ColumnId, () => ReactNode> = {
    email: () => <span className="truncate">{email}</span>,
    phone: () => <span className="figures truncate text-muted">{showPhone(phone, t)}</span>,
    role: () => <RoleBadge role={role} />,
    created: () => <span className="figures truncate text-muted">{mediumDate(created_at)}</span>,
    form: () => <FormFact facts={facts} year={year} />,
    return: () => <ReturnFact facts={facts} />,
    files: () => <NewFilesFact facts={facts} />,
    preparer: () => <PreparerFact facts={facts} />,
    tags: () => <TagsFact facts={facts} />,
    activity: () => <LastFileFact facts={facts} />,
    missing: () => <MissingDocuments list={documents} />,
    reminded: () => <LastReminded list={documents} />,
    waiting: () => <WaitingFact facts={facts} />,
  };
  return (
    <>
      <td className={classNames('flex min-w-0 flex-col', found ? 'leading-[1.1]' : 'leading-tight')}>
        <span className="flex min-w-0 items-center gap-1.5">
          <ClientLink {...link} className="truncate" />
          <ThreadMark state={facts?.thread} />
        </span>
        <FoundBy person={found} />
      </td>
      {columns.map((id) => (
        <td key={id} className={classNames('flex min-w-0 items-center', alignOf(id))}>
          {cells[id]()}
        </td>
      ))}
    </>
  );
});
