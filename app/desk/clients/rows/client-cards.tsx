import { Trans, useLingui } from '@lingui/react/macro';
import { memo } from 'react';
import { useLocation } from 'react-router';
import { useDates } from '#app/shared/format/dates.ts';
import { RoleBadge } from '#app/shared/session/role-badge.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { VisuallyHidden } from '#app/ui/layout/visually-hidden.tsx';
import { showPhone } from '#domain/contact/phone.ts';
import { ThreadMark } from '../../inbox/thread-mark.tsx';
import { FormFact, NewFilesFact, ReturnFact, WaitingFact } from '../client-facts.tsx';
import type { ClientFacts, PersonFound } from '../clients-query.ts';
import { ClientLink, type ClientLinkProps } from './client-link.tsx';
import { FoundBy } from './found-by.tsx';
import { type ClientRowsProps, useRowWindow } from './use-row-window.ts';

const HEIGHT = 108;

export function ClientCards(props: ClientRowsProps) {
  const { filters, clients, onSee, marks } = props;
  const { matching: count, clientAt, factsOf, foundBy, isOutdated } = clients;
  const { t } = useLingui();
  const { search } = useLocation();
  const { rows, stop, measureTop, onKeyDown, onFocus, height, offsetOf } = useRowWindow(count, HEIGHT, onSee);
  return (
    <ol
      aria-label={t`Users`}
      aria-busy={isOutdated}
      ref={measureTop}
      onKeyDown={onKeyDown}
      className={classNames(
        'relative rounded-card border border-line bg-surface text-sm',
        isOutdated && 'opacity-60',
      )}
      style={{ height }}
    >
      {rows.map(({ index, start, size }) => {
        const client = clientAt(index);
        return (
          <li
            key={index}
            aria-setsize={count}
            aria-posinset={index + 1}
            className="absolute inset-x-0 border-b border-line first:rounded-t-card last:rounded-b-card last:border-b-0 hover:bg-sunken has-[>label]:pl-10 has-checked:bg-action-soft"
            style={{ height: size, top: offsetOf(start) }}
          >
            {client && marks?.of(client, index)}
            {client ? (
              <ClientCard
                client={client}
                facts={factsOf(client.user_id)}
                found={foundBy(client.user_id)}
                year={filters.year}
                index={index}
                search={search}
                isStop={index === stop}
                onFocus={onFocus}
              />
            ) : (
              <Skeleton className="m-3 h-4 w-1/2" />
            )}
          </li>
        );
      })}
    </ol>
  );
}

interface ClientCardProps extends ClientLinkProps {
  facts: ClientFacts | undefined;
  found: PersonFound | undefined;
  year: number;
}

/** Covered by its link. Memoized, so that scrolling renders only new cards. */
const ClientCard = memo(function ClientCard({ facts, found, year, ...link }: ClientCardProps) {
  const { t } = useLingui();
  const { mediumDate } = useDates();
  const { email, phone, role, created_at } = link.client;
  return (
    <div className="flex h-full flex-col justify-center gap-0.5 px-4">
      <span className="flex min-w-0 items-center justify-between gap-3">
        <span className="flex min-w-0 items-center gap-1.5">
          <ClientLink {...link} className="min-w-0 truncate" />
          <ThreadMark state={facts?.thread} />
        </span>
        <RoleBadge role={role} />
      </span>
      <span className="flex min-w-0 items-baseline gap-2">
        <span className="truncate">{email}</span>
        <FoundBy person={found} />
      </span>
      <span className="flex justify-between gap-4 text-muted">
        <span className="figures whitespace-nowrap">{showPhone(phone, t)}</span>
        <span className="figures whitespace-nowrap">
          <VisuallyHidden>
            <Trans>Created</Trans>{' '}
          </VisuallyHidden>
          {mediumDate(created_at)}
        </span>
      </span>
      <span className="flex items-center gap-3">
        <span
          data-label={`${t({ message: 'Form:', context: 'tax form' })} `}
          className="whitespace-nowrap before:text-muted before:content-[attr(data-label)]"
        >
          <FormFact facts={facts} year={year} />
        </span>
        <ReturnFact facts={facts} />
        <span className="ml-auto flex shrink-0 items-center gap-2">
          {facts?.waiting && <WaitingFact facts={facts} />}
          <NewFilesFact facts={facts} />
        </span>
      </span>
    </div>
  );
});
