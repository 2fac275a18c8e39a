import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { queryClient } from '#app/shared/api/query-client.tsx';
import { useOfficeYear } from '#app/shared/office-year.ts';
import { rememberedFolder } from '#app/shared/session/clients/folder-memory.ts';
import { SearchField } from '#app/ui/fields/search-field.tsx';
import { focusClient } from '../clients/client-focus.ts';
import { clientsPageQuery } from '../clients/clients-query.ts';
import { clientSearch, filtersIn, listSearch } from '../manage-params.ts';

/** Debounce for the search. */
const DEBOUNCE_MS = 200;

const LIST = '/manage';

/** The state of history entries that the field makes. */
const bySearch = { bySearch: true };

/**
 * Writes the search into the address, which the list of clients reads. Typing also leaves an open client or another
 * page. Enter opens the first match.
 */
export function ClientSearch({ className }: { className: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const thisYear = useOfficeYear();
  const { typed, setTyped, isOwn } = useTyped(thisYear);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Counts changes of the text and other navigations, so that a late answer doesn't open a client. */
  const changes = useRef(0);
  const { key } = useLocation();
  // The back button wins over a search that waits.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation
  useEffect(() => {
    if (isOwn) return;
    changes.current++;
    stopWaiting(timer);
  }, [key, isOwn]);
  useEffect(() => () => stopWaiting(timer), []);

  /** @returns the query string of the list with this text */
  function look(text: string): string {
    stopWaiting(timer);
    const { pathname, search } = window.location;
    const isAtList = pathname === LIST;
    const isCase = new URLSearchParams(search).has('client');
    const next = listSearch(isAtList ? search : '', { term: text }, thisYear);
    if (isAtList || text.trim() !== '') {
      void navigate(
        { pathname: LIST, search: next },
        // Typing replaces the history entry, so that one search is one step of the back button.
        { replace: isAtList && !isCase, preventScrollReset: isAtList, state: bySearch },
      );
    }
    return next;
  }

  async function openFirst(text: string): Promise<void> {
    const search = look(text);
    const started = changes.current;
    const filters = filtersIn(new URLSearchParams(search), thisYear);
    // The list makes the same request and shows its failure.
    const page = await queryClient.fetchQuery(clientsPageQuery(filters, 0)).catch(() => null);
    const first = page?.rows[0];
    if (!first || started !== changes.current) return;
    void navigate({
      pathname: LIST,
      search: clientSearch(search, first.user_id, rememberedFolder(first.user_id)),
    });
  }

  return (
    <SearchField
      compact
      shortcut="/"
      data-keeps-focus
      aria-keyshortcuts="/"
      label={t`Search users`}
      placeholder={t`Search by name or email...`}
      value={typed}
      onChange={(text) => {
        changes.current++;
        setTyped(text);
        stopWaiting(timer);
        timer.current = setTimeout(() => look(text), DEBOUNCE_MS);
      }}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown') focusClient(0);
        if (event.key === 'Enter' && typed.trim() !== '') void openFirst(typed);
      }}
      onBlur={() => {
        // Before the link or button that takes the focus acts, so that it wins.
        changes.current++;
        if (timer.current !== undefined) look(typed);
      }}
      className={className}
    />
  );
}

function stopWaiting(timer: { current: ReturnType<typeof setTimeout> | undefined }): void {
  clearTimeout(timer.current);
  timer.current = undefined;
}

/** The text of the field. Every navigation that the field didn't cause sets it to what the address says. */
function useTyped(thisYear: number) {
  const { key, pathname, search, state } = useLocation();
  const isOwn = useNavigationType() !== 'POP' && isBySearch(state);
  const term = pathname === LIST ? filtersIn(new URLSearchParams(search), thisYear).term : '';
  const [typed, setTyped] = useState(term);
  const [seen, setSeen] = useState(key);
  if (seen !== key) {
    setSeen(key);
    if (!isOwn) setTyped(term);
  }
  return { typed, setTyped, isOwn };
}

const isBySearch = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'bySearch' in state;
