import { Trans, useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import type { Profile } from '#app/shared/session/profile.ts';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { OptionList } from '#app/ui/fields/option-list.tsx';
import { SearchField } from '#app/ui/fields/search-field.tsx';
import { displayName } from '#domain/documents/file-display.ts';
import { useFoundClients } from '../found-clients.ts';

export interface ChosenClient {
  id: string;
  name: string;
}

interface ClientChoiceProps {
  chosen: ChosenClient | null;
  onChange: (client: ChosenClient | null) => void;
}

/** The client of a task: a search by name or email, or the one that was chosen. */
export function ClientChoice({ chosen, onChange }: ClientChoiceProps) {
  const { t } = useLingui();
  const choose = (client: Profile) => onChange({ id: client.user_id, name: displayName(client) });
  const { field, found, error, isNoneFound } = useFoundClients({ most: 6, onChoose: choose });
  if (chosen) {
    return (
      <div className="flex flex-col gap-1.5">
        <span className="text-sm font-semibold">{t`Client`}</span>
        <span className="flex items-center justify-between gap-2 rounded-control border border-line py-0.5 pl-3.5">
          <span className="min-w-0 wrap-anywhere">{chosen.name}</span>
          <IconButton
            label={t`Remove the client`}
            icon={<X size={18} aria-hidden />}
            onPress={() => onChange(null)}
          />
        </span>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      <span className="text-sm font-semibold" aria-hidden>
        <Trans>Client (optional)</Trans>
      </span>
      <SearchField label={t`Client (optional)`} {...field} />
      {found.length > 0 && (
        <OptionList
          label={t`Clients found`}
          options={found.map((client) => ({
            id: client.user_id,
            label: displayName(client),
            hint: client.email || undefined,
          }))}
          value={null}
          onChange={(id) => {
            const client = found.find(({ user_id }) => user_id === id);
            if (client) choose(client);
          }}
        />
      )}
      <p role="status" className="text-sm text-muted empty:hidden">
        {error && messageOf(error, t)}
        {isNoneFound && <Trans>No client was found. Try another name or email.</Trans>}
      </p>
    </div>
  );
}
