import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useLanguage } from '#app/language/language.tsx';
import { callOwn } from '#app/shared/api/own-fetch.ts';
import { Loaded } from '#app/shared/parts/loaded.tsx';
import { NothingHere, Panel } from '#app/ui/layout/panel.tsx';
import type { ChecklistLine, ChecklistState } from '#contract/checklist-state.ts';
import { isAnswered, missingOf } from '#domain/checklist/state.ts';
import type { Language } from '#domain/language/language.ts';
import { checklistQueryKey } from '../queries.ts';
import { StateBadge } from '../state-badge.tsx';
import { ListTitle } from './list-title.tsx';

/** What a client still has to send, for a reader who opens none of it. */
export function ChecklistStatePanel({ clientId, year }: { clientId: string; year: number }) {
  const { t } = useLingui();
  const query = useQuery(checklistStateQuery(clientId, year, useLanguage()));
  const lines = query.data?.lines ?? [];
  return (
    <Panel id="case-checklist" title={<ListTitle year={year} lines={lines} />}>
      <Loaded
        query={query}
        skeleton="h-24"
        wording={(problem) => t`We couldn’t load the list: ${{ problem }}`}
      >
        {({ is_form_sent }) => (
          <>
            {!is_form_sent && (
              <NothingHere>
                <Trans>The {year} tax form hasn’t been submitted yet. The list depends on its answers.</Trans>
              </NothingHere>
            )}
            <Lines
              title={t`Still missing`}
              none={is_form_sent ? t`Nothing is missing.` : null}
              lines={missingOf(lines)}
            />
            <Lines title={t`Answered`} none={null} lines={lines.filter(isAnswered)} />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

interface LinesProps {
  title: string;
  /** Shown without lines; null for nothing. */
  none: string | null;
  lines: readonly ChecklistLine[];
}

function Lines({ title, none, lines }: LinesProps) {
  if (lines.length === 0 && none === null) return null;
  return (
    <div className="flex flex-col gap-1 border-t border-line pt-2 text-sm">
      <h4 className="font-sans text-sm font-semibold text-muted">{title}</h4>
      {lines.length === 0 && <NothingHere>{none}</NothingHere>}
      <ul aria-label={title} className="divide-y divide-line empty:hidden">
        {lines.map(({ place, title, if_any, state }) => (
          <li key={place} className="flex items-center justify-between gap-x-3 py-1.5">
            <span className="min-w-0 wrap-anywhere">
              {title}
              {if_any && (
                <span className="block text-xs text-muted">
                  <Trans>Only if they have one.</Trans>
                </span>
              )}
            </span>
            <StateBadge item={{ state, documentIds: [] }} isStaff />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What a client's list has, without the answers that it comes from: for reception, which doesn't read them. */
function checklistStateQuery(userId: string, year: number, language: Language) {
  return queryOptions({
    queryKey: [...checklistQueryKey(userId), year, 'state', language] as const,
    queryFn: ({ signal }) =>
      callOwn<ChecklistState>(
        `/functions/v1/checklist-state?${new URLSearchParams({ client: userId, year: String(year), language })}`,
        { signal },
      ),
    staleTime: 0,
  });
}
