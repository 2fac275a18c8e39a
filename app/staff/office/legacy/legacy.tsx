import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { SearchField } from '#app/ui/fields/search-field.tsx';
import { NothingHere, Panel } from '#app/ui/layout/panel.tsx';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import { useDebounced } from '../use-debounced.ts';
import { LegacyAdd } from './legacy-add.tsx';
import { LEGACY_PAGE, legacyQuery, useLegacyMutations } from './legacy-query.ts';

/** Email addresses of clients of the previous system, who are asked to sign up at their first login. */
export default function Legacy() {
  const [typed, setTyped] = useState('');
  const [shown, setShown] = useState(LEGACY_PAGE);
  const term = useDebounced(typed.trim());
  const { data, error } = useQuery(legacyQuery(term, shown));
  const { add, remove } = useLegacyMutations();
  const [leaving, setLeaving] = useState<string | null>(null);
  const isBlank = data?.count === 0 && term === '';

  return (
    <Panel id="office-legacy" title="Legacy emails" level={2}>
      <p className="text-sm text-muted">
        Clients of the previous system. At their first login, they are asked to sign up.
      </p>
      <LegacyAdd add={add} />
      {!isBlank && (
        <SearchField
          label="Search legacy emails"
          placeholder="Search by email..."
          value={typed}
          onChange={(text) => {
            setTyped(text);
            setShown(LEGACY_PAGE);
          }}
          className="lg:max-w-md"
        />
      )}
      {error && !data && <Banner kind="danger">The list could not be loaded: {messageOf(error)}</Banner>}
      {!data && !error && <Skeleton className="h-20" />}
      {data && (
        <p role="status" className="figures text-sm text-muted">
          {data.count.toLocaleString('en-US')} {data.count === 1 ? 'address' : 'addresses'}
        </p>
      )}
      {isBlank && <NothingHere>The list is empty.</NothingHere>}
      {data && data.count > 0 && (
        <ul aria-label="Legacy emails" className="divide-y divide-line text-sm">
          {data.emails.map((email) => (
            <li key={email} className="flex min-h-11 items-center justify-between gap-3 lg:min-h-10">
              <span className="min-w-0 break-all">{email}</span>
              <IconButton
                dense
                label={`Remove ${email}`}
                icon={<Trash2 size={16} aria-hidden />}
                onPress={() => setLeaving(email)}
              />
            </li>
          ))}
        </ul>
      )}
      {data && data.count > data.emails.length && (
        <Button
          variant="quiet"
          size="small"
          onPress={() => setShown(shown + 4 * LEGACY_PAGE)}
          className="self-center"
        >
          Show more
        </Button>
      )}
      <ConfirmDialog
        isOpen={leaving !== null}
        title="Remove this address?"
        confirmLabel="Remove address"
        danger
        busy={remove.isPending}
        onConfirm={() => leaving !== null && remove.mutate(leaving, { onSuccess: () => setLeaving(null) })}
        onCancel={() => setLeaving(null)}
      >
        <p className="break-all">{leaving} will be treated as a new client.</p>
        {remove.error && (
          <Banner kind="danger" announce className="mt-3 text-ink">
            {messageOf(remove.error)}
          </Banner>
        )}
      </ConfirmDialog>
    </Panel>
  );
}
