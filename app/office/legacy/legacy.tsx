import { Trans, useLingui } from '@lingui/react/macro';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { done } from '#app/shared/api/done.ts';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { rest } from '#app/shared/api/rest.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { useDebounced } from '#app/shared/forms/use-debounced.ts';
import { Loaded } from '#app/shared/parts/loaded.tsx';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { SearchField } from '#app/ui/fields/search-field.tsx';
import { NothingHere, Panel } from '#app/ui/layout/panel.tsx';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import { msg, plural } from '#domain/language/message.ts';
import { LegacyAdd } from './legacy-add.tsx';

/** Rows of the first page, and of the others. */
const [FIRST_ROWS, MORE_ROWS] = [25, 100];

/** In pages, with the total of matches. */
function legacyQuery(term: string) {
  return infiniteQueryOptions({
    queryKey: ['office', 'legacy', term] as const,
    queryFn: async ({ signal, pageParam: skip }) => {
      const { data, count, error } = await rest
        .rpc('find_legacy_emails', { term }, { get: true, count: 'exact' })
        .select('email')
        .range(skip, (skip === 0 ? FIRST_ROWS : skip + MORE_ROWS) - 1)
        .abortSignal(signal);
      if (error) throw error;
      return { rows: data, count: count ?? 0, end: skip + data.length };
    },
    initialPageParam: 0,
    getNextPageParam: ({ count, end }) => (end < count ? end : null),
    select: ({ pages }) => ({ rows: pages.flatMap(({ rows }) => rows), count: pages[0]?.count ?? 0 }),
    placeholderData: keepPreviousData,
  });
}

const addresses = (count: number) => msg`${plural({ count }, { one: '# address', other: '# addresses' })}`;

/** Email addresses of clients of the previous system, who are asked to sign up at their first login. */
export default function Legacy() {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const term = useDebounced(typed.trim());
  const query = useInfiniteQuery(legacyQuery(term));
  const reload = () => invalidate(['office', 'legacy']);
  const { run, busy, problem } = useAction(reload);
  const [leaving, setLeaving] = useState<string | null>(null);
  const isBlank = query.data?.count === 0 && term === '';

  return (
    <Panel id="office-legacy" title={t`Legacy emails`} level={2}>
      <p className="text-sm text-muted">
        <Trans>Clients from the old system. When they first log in, we ask them to sign up.</Trans>
      </p>
      <LegacyAdd onTried={reload} />
      {!isBlank && (
        <SearchField
          label={t`Search legacy emails`}
          placeholder={t`Search by email...`}
          value={typed}
          onChange={setTyped}
          className="lg:max-w-md"
        />
      )}
      <Loaded
        query={query}
        skeleton="h-20"
        wording={(problem) => t`We couldn’t load the list: ${{ problem }}`}
      >
        {({ rows, count }) => (
          <>
            <p role="status" className="figures text-sm text-muted">
              {t(addresses(count))}
            </p>
            {isBlank && <NothingHere>{t`The list is empty.`}</NothingHere>}
            <ul aria-label={t`Legacy emails`} className="divide-y divide-line text-sm empty:hidden">
              {rows.map(({ email }) => (
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
          </>
        )}
      </Loaded>
      <ConfirmDialog
        isOpen={leaving !== null}
        title={t`Remove this address?`}
        confirmLabel={t`Remove address`}
        danger
        busy={busy}
        onConfirm={() =>
          leaving !== null &&
          void run(() => done(rest.from('legacy_emails').delete().eq('email', leaving))).then(
            (isDone) => isDone && setLeaving(null),
          )
        }
        onCancel={() => setLeaving(null)}
      >
        <p className="break-all">{t`${{ email: leaving ?? '' }} will be treated as a new client.`}</p>
        <Problem className="mt-3 text-ink">{problem}</Problem>
      </ConfirmDialog>
    </Panel>
  );
}
