import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { memo } from 'react';
import { Link } from 'react-router';
import { rememberedFolder } from '#app/documents/queries.ts';
import { useDates } from '#app/shared/format/dates.ts';
import type { Profile } from '#app/shared/session/profile.ts';
import { classNames } from '#app/ui/class-names.ts';
import { VisuallyHidden } from '#app/ui/layout/visually-hidden.tsx';
import { showPhone } from '#domain/contact/phone.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { clientSearch } from '../manage-params.ts';
import { RoleBadge } from '../role-badge.tsx';
import { FormFact, NewFilesFact, ReturnFact } from './client-facts.tsx';
import { clientRowId } from './client-focus.ts';
import { type ClientFacts, clientQuery } from './clients-query.ts';

export const rowColumns =
  'px-4 lg:grid lg:grid-cols-[minmax(9rem,1.2fr)_minmax(9.25rem,1.5fr)_6.75rem_4.75rem_6.5rem_4rem_minmax(11.25rem,0.6fr)_4.5rem] lg:gap-3';

export interface ClientRowProps {
  client: Profile;
  facts: ClientFacts | undefined;
  year: number;
  index: number;
  /** The current query string. */
  search: string;
  /** Whether it is the only row in the tab order. */
  isStop: boolean;
  onFocus: (index: number) => void;
}

/**
 * A row on wide screens, a card on phones; all of it links to the client's case. Memoized, so that scrolling
 * renders only new rows.
 */
export const ClientRow = memo(function ClientRow({
  client,
  facts,
  year,
  index,
  search,
  isStop,
  onFocus,
}: ClientRowProps) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const { mediumDate } = useDates();
  const { user_id, email, phone, role, created_at } = client;
  return (
    <div className={classNames(rowColumns, 'flex h-full flex-col justify-center gap-0.5 lg:items-center')}>
      <span className="flex min-w-0 items-center justify-between gap-3">
        <Link
          id={clientRowId(index)}
          // Opens the folder of this client that was last open in this tab.
          to={{ search: clientSearch(search, user_id, rememberedFolder(user_id)) }}
          tabIndex={isStop ? 0 : -1}
          onFocus={() => onFocus(index)}
          // Show the data of the row until the case has loaded.
          onClick={() => queryClient.setQueryData(clientQuery(user_id).queryKey, client)}
          // The link covers the row, so its title shows truncated text anywhere in it.
          title={email}
          className="font-semibold text-ink wrap-anywhere lg:truncate after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-focus"
        >
          {displayName(client)}
        </Link>
        <span className="lg:hidden">
          <RoleBadge role={role} />
        </span>
      </span>
      <span className="truncate">{email}</span>
      <span className="flex justify-between gap-4 text-muted lg:contents">
        <span className="figures whitespace-nowrap">{showPhone(phone, t)}</span>
        <span className="max-lg:hidden">
          <RoleBadge role={role} />
        </span>
        <span className="figures whitespace-nowrap">
          <VisuallyHidden>
            <Trans>Created</Trans>{' '}
          </VisuallyHidden>
          {mediumDate(created_at)}
        </span>
      </span>
      <span className="flex items-center gap-3 lg:contents">
        <span
          data-label={`${t({ message: 'Form:', context: 'tax form' })} `}
          className="max-lg:before:text-muted max-lg:before:content-[attr(data-label)] lg:contents"
        >
          <FormFact facts={facts} year={year} />
        </span>
        <ReturnFact facts={facts} />
        <span className="max-lg:ml-auto">
          <NewFilesFact facts={facts} />
        </span>
      </span>
    </div>
  );
});
