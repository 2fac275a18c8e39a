import { useLingui } from '@lingui/react/macro';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { useOfficeYear } from '#app/shared/office-year.ts';
import { classNames } from '#app/ui/class-names.ts';
import { SearchField } from '#app/ui/fields/search-field.tsx';
import { listSearch } from '../manage-params.ts';
import { focusFirstClient } from './client-focus.ts';

/** Debounce for the search. */
const DEBOUNCE_MS = 200;

/**
 * Writes the search into the URL, which the list reads. Typing also closes an open client; phones hide the
 * field while a client is open.
 */
export function ClientSearch({ search, clientId }: { search: string; clientId: string | null }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const thisYear = useOfficeYear();
  const [typed, setTyped] = useTyped(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function look(text: string) {
    const next = listSearch(window.location.search, { term: text }, thisYear);
    // Typing replaces the history entry, so that one search is one step of the back button.
    void navigate({ search: next }, { replace: clientId === null, preventScrollReset: true });
  }

  return (
    <SearchField
      label={t`Search users`}
      placeholder={t`Search by name or email...`}
      value={typed}
      onChange={(text) => {
        setTyped(text);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => look(text), DEBOUNCE_MS);
      }}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown' || event.key === 'Enter') focusFirstClient();
      }}
      className={classNames('w-full lg:w-auto lg:max-w-md lg:flex-1', clientId !== null && 'max-lg:hidden')}
    />
  );
}

/** The text of the field; reset from the URL after the back button. */
function useTyped(search: string) {
  const { key } = useLocation();
  const wentBack = useNavigationType() === 'POP';
  const [typed, setTyped] = useState(search);
  const [seen, setSeen] = useState(key);
  if (seen !== key) {
    setSeen(key);
    if (wentBack) setTyped(search);
  }
  return [typed, setTyped] as const;
}

/** "/" focuses the search, unless a text field has the focus. */
export function useSearchShortcut(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return;
      const { target } = event;
      if (target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]'))
        return;
      // Not while a dialog is open.
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      const field = place.current?.querySelector('input');
      if (!field || field.offsetParent === null) return;
      event.preventDefault();
      field.focus();
      field.select();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [place]);
}
