import { Trans, useLingui } from '@lingui/react/macro';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { useDates } from '#app/shared/format/dates.ts';
import type { Profile } from '#app/shared/session/profile.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { SearchField } from '#app/ui/fields/search-field.tsx';
import { displayName } from '#domain/documents/file-display.ts';
import { useFoundClients } from '../found-clients.ts';

interface CandidateSearchProps {
  /** The client that is open. */
  except: string;
  onChoose: (client: Profile) => void;
}

/** A search for the other client. Each result is a button. */
export function CandidateSearch({ except, onChoose }: CandidateSearchProps) {
  const { t } = useLingui();
  const { mediumDate } = useDates();
  const { field, found, error, isNoneFound } = useFoundClients({ most: 8, except, onChoose });
  return (
    <div className="flex flex-col gap-3">
      <SearchField autoFocus label={t`Search for the other client`} {...field} />
      <p role="status" className="text-sm text-muted">
        {error && messageOf(error, t)}
        {isNoneFound && <Trans>No client was found. Try another name or email.</Trans>}
      </p>
      {found.length > 0 && (
        <ul
          aria-label={t`Clients found`}
          className="flex flex-col divide-y divide-line rounded-card border border-line"
        >
          {found.map((client) => (
            <li
              key={client.user_id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5"
            >
              <span className="min-w-0">
                <span className="block font-semibold break-words">{displayName(client)}</span>
                <span className="block text-sm break-words text-muted">
                  {client.email && <span className="break-all">{client.email} · </span>}
                  <Trans>Client since {{ date: mediumDate(client.created_at) }}</Trans>
                </span>
              </span>
              <Button
                variant="secondary"
                size="small"
                aria-label={t`Choose ${{ name: displayName(client) }}`}
                onPress={() => onChoose(client)}
              >
                <Trans>Choose</Trans>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
