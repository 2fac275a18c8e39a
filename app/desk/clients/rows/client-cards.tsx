import { Trans, useLingui } from '@lingui/react/macro';
import { memo } from 'react';
import { useDates } from '#app/shared/format/dates.ts';
import { RoleBadge } from '#app/shared/session/role-badge.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { showPhone } from '#domain/contact/phone.ts';
import { ThreadMark } from '../../inbox/thread-mark.tsx';
import { FormFact, NewFilesFact, ReturnFact, WaitingFact, waitingOf } from '../client-facts.tsx';
import { ClientLink, FoundBy, type ListedClient } from './client-link.tsx';
import { type ClientRowsProps, useRowWindow } from './use-row-window.ts';

const HEIGHT = 108;

export function ClientCards(props: ClientRowsProps) {
  const { matching, isOutdated } = props.clients;
  const { t } = useLingui();
  const { rows, measureTop, onKeyDown, height } = useRowWindow(props, HEIGHT);
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
      {rows.map(({ index, style, mark, row }) => (
        <li
          key={index}
          aria-setsize={matching}
          aria-posinset={index + 1}
          className="absolute inset-x-0 border-b border-line first:rounded-t-card last:rounded-b-card last:border-b-0 hover:bg-sunken has-[>label]:pl-10 has-checked:bg-action-soft"
          style={style}
        >
          {mark}
          {row ? <ClientCard {...row} /> : <Skeleton className="m-3 h-4 w-1/2" />}
        </li>
      ))}
    </ol>
  );
}

/** Covered by its link. Memoized, so that scrolling renders only new cards. */
const ClientCard = memo(function ClientCard(props: ListedClient) {
  const { facts, found, year, ...link } = props;
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
          <span className="sr-only">
            <Trans>Created</Trans>{' '}
          </span>
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
          {facts && waitingOf(facts) && <WaitingFact facts={facts} />}
          <NewFilesFact facts={facts} />
        </span>
      </span>
    </div>
  );
});
