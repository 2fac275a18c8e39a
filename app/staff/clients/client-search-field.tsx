import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { classNames } from '#app/ui/class-names.ts';
import { SearchField } from '#app/ui/fields/search-field.tsx';
import { listSearch } from '../manage-params.ts';
import { useOfficeYear } from '../office-year.ts';
import { focusFirstClient } from './client-focus.ts';

/** How long the hands must rest before the list is asked for. */
const DEBOUNCE_MS = 200;

/**
 * What is typed goes into the address, and from there into the list. Typing also closes an open client;
 * on a phone, where the room is the client's, Clear Selection leads back to it.
 */
export function ClientSearch({ search, clientId }: { search: string; clientId: string | null }) {
  const navigate = useNavigate();
  const thisYear = useOfficeYear();
  const [typed, setTyped] = useTyped(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function look(text: string) {
    const next = listSearch(window.location.search, { term: text }, thisYear);
    // A search is corrected many times: it stays one step of the back button.
    void navigate({ search: next }, { replace: clientId === null, preventScrollReset: true });
  }

  return (
    <SearchField
      label="Search users"
      placeholder="Search by name or email..."
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

/** The text in the box: what is being typed, or, after the back button, what the address says. */
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
