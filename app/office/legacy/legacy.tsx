import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { done } from '#app/shared/api/done.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useDebounced } from '#app/shared/forms/use-debounced.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { SearchField } from '#app/ui/fields/search-field.tsx';
import { NothingHere, Panel } from '#app/ui/layout/panel.tsx';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import { msg, plural } from '#domain/language/message.ts';
import { LegacyAdd } from './legacy-add.tsx';

/** Addresses per request, well below the size limit. */
const BATCH = 500;
const LEGACY_PAGE = 25;

interface LegacyPage {
  emails: string[];
  /** The total of matches. */
  count: number;
}

function legacyQuery(term: string, shown: number) {
  return queryOptions({
    queryKey: ['office', 'legacy', term, shown] as const,
    queryFn: async ({ signal }): Promise<LegacyPage> => {
      const { data, count, error } = await rest
        .rpc('find_legacy_emails', { term }, { get: true, count: 'exact' })
        .select('email')
        .range(0, shown - 1)
        .abortSignal(signal);
      if (error) throw error;
      return { emails: data.map(({ email }) => email), count: count ?? 0 };
    },
    placeholderData: keepPreviousData,
  });
}

/** Adds the new ones. Returns how many there were. */
async function addLegacy(addresses: readonly string[]): Promise<number> {
  let added = 0;
  for (let at = 0; at < addresses.length; at += BATCH) {
    const rows = addresses.slice(at, at + BATCH).map((email) => ({ email }));
    const { data, error } = await rest
      .from('legacy_emails')
      .upsert(rows, { onConflict: 'email', ignoreDuplicates: true })
      .select('email');
    if (error) throw error;
    added += data.length;
  }
  return added;
}

const removeLegacy = (email: string) => done(rest.from('legacy_emails').delete().eq('email', email));

function useLegacyMutations() {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: ['office', 'legacy'] });
  return {
    add: useMutation({ mutationFn: addLegacy, onSettled }),
    remove: useMutation({ mutationFn: removeLegacy, onSettled }),
  };
}

const addresses = (count: number) => msg`${plural({ count }, { one: '# address', other: '# addresses' })}`;

/** Email addresses of clients of the previous system, who are asked to sign up at their first login. */
export default function Legacy() {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const [shown, setShown] = useState(LEGACY_PAGE);
  const term = useDebounced(typed.trim());
  const { data, error } = useQuery(legacyQuery(term, shown));
  const { add, remove } = useLegacyMutations();
  const [leaving, setLeaving] = useState<string | null>(null);
  const isBlank = data?.count === 0 && term === '';

  return (
    <Panel id="office-legacy" title={t`Legacy emails`} level={2}>
      <p className="text-sm text-muted">
        <Trans>Clients from the old system. When they first log in, we ask them to sign up.</Trans>
      </p>
      <LegacyAdd add={add} />
      {!isBlank && (
        <SearchField
          label={t`Search legacy emails`}
          placeholder={t`Search by email...`}
          value={typed}
          onChange={(text) => {
            setTyped(text);
            setShown(LEGACY_PAGE);
          }}
          className="lg:max-w-md"
        />
      )}
      {error && !data && (
        <Banner kind="danger">{t`We couldn’t load the list: ${{ problem: messageOf(error, t) }}`}</Banner>
      )}
      {!data && !error && <Skeleton className="h-20" />}
      {data && (
        <p role="status" className="figures text-sm text-muted">
          {t(addresses(data.count))}
        </p>
      )}
      {isBlank && <NothingHere>{t`The list is empty.`}</NothingHere>}
      {data && data.count > 0 && (
        <ul aria-label={t`Legacy emails`} className="divide-y divide-line text-sm">
          {data.emails.map((email) => (
            <li key={email} className="flex min-h-11 items-center justify-between gap-3 lg:min-h-10">
              <span className="min-w-0 break-all">{email}</span>
              <IconButton
                dense
                label={t`Remove ${email}`}
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
          <Trans>Show more</Trans>
        </Button>
      )}
      <ConfirmDialog
        isOpen={leaving !== null}
        title={t`Remove this address?`}
        confirmLabel={t`Remove address`}
        danger
        busy={remove.isPending}
        onConfirm={() => leaving !== null && remove.mutate(leaving, { onSuccess: () => setLeaving(null) })}
        onCancel={() => setLeaving(null)}
      >
        <p className="break-all">{t`${{ email: leaving ?? '' }} will be treated as a new client.`}</p>
        <Problem className="mt-3 text-ink">{remove.error && messageOf(remove.error, t)}</Problem>
      </ConfirmDialog>
    </Panel>
  );
}
