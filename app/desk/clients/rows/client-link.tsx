import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { rememberedFolder } from '#app/shared/session/clients/folder-memory.ts';
import type { Profile } from '#app/shared/session/profile.ts';
import { classNames } from '#app/ui/class-names.ts';
import type { DocumentList } from '#contract/document-lists.ts';
import { isRelation, relationName } from '#domain/clients/membership-words.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { clientSearch } from '../../manage-params.ts';
import { clientRowId } from '../client-focus.ts';
import { type ClientFacts, clientQuery, type PersonFound } from '../clients-query.ts';

export interface ClientLinkProps {
  client: Profile;
  index: number;
  search: string;
  /** Whether it is the only row in the tab order. */
  isStop: boolean;
  onFocus: (index: number) => void;
  className?: string;
}

/** What the rows of the table and the cards show. */
export interface ListedClient extends ClientLinkProps {
  facts: ClientFacts | undefined;
  /** Undefined while loading, and if no column shows it. */
  documents: DocumentList | undefined;
  found: PersonFound | undefined;
  year: number;
}

/** The name, whose link covers the row. */
export function ClientLink({ client, index, search, isStop, onFocus, className }: ClientLinkProps) {
  const queryClient = useQueryClient();
  const { user_id, email } = client;
  return (
    <Link
      id={clientRowId(index)}
      // Opens the folder of this client that was last open in this tab.
      to={{ search: clientSearch(search, user_id, rememberedFolder(user_id)) }}
      tabIndex={isStop ? 0 : -1}
      onFocus={() => onFocus(index)}
      // Show the data of the row, which may be old, until the case has loaded.
      onClick={() => queryClient.setQueryData(clientQuery(user_id).queryKey, client, { updatedAt: 0 })}
      // Shows truncated text anywhere in the row.
      title={email}
      className={classNames(
        'scroll-my-24 font-semibold text-ink after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-focus',
        className,
      )}
    >
      {displayName(client)}
    </Link>
  );
}

/** The person that the search found, if not the client itself. */
export function FoundBy({ person }: { person: PersonFound | undefined }) {
  const { t } = useLingui();
  if (!person) return null;
  const { name, relation } = person;
  // A contact without a login has none.
  const words = relation && isRelation(relation) ? `${name} (${t(relationName(relation))})` : (name ?? '');
  return (
    <span className="min-w-0 truncate text-xs leading-[inherit] text-muted" title={words}>
      {words}
    </span>
  );
}
