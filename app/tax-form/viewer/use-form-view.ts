import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { invalidate } from '#app/shared/api/query-client.tsx';
import type { TaxFormAnswers } from '#domain/tax-form/answers.ts';
import { filesSearch, pageSearch, type Wanted, wantedIn } from '../address.ts';
import { formStatusQuery } from '../queries.ts';
import { isSocial } from './social.ts';

type View = 'unknown' | 'form' | 'copy' | 'files';

interface FormStatus {
  /** Undefined while the request is pending. */
  isCompleted: boolean | undefined;
  /** Whether the form opens without being asked for: for clients, not for staff. Undefined until it is known. */
  isAsked: boolean | undefined;
  /** What the user may do with the form. Who can't fill it out sees the copy instead. */
  may: 'fill' | 'see' | 'nothing';
}

/** Which view of the secured files page is shown, and the navigation between the views. */
export function useFormView(userId: string, year: number, status: FormStatus) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const [isLeaving, setLeaving] = useState(false);
  const [social, setSocial] = useState('');
  const [justSent, setJustSent] = useState(false);
  const view = viewOf(wantedIn(parameters), status);
  const top = useFocusOnView(view);

  const go = (search: (now: string) => string) => void navigate({ search: search(window.location.search) });

  return {
    view,
    isLeaving,
    social,
    justSent,
    /** Leaves the form for the files. Asks first, unless the form was sent. */
    leave() {
      if (status.isCompleted) go(pageSearch);
      else setLeaving(true);
    },
    stay: () => setLeaving(false),
    putOff() {
      setLeaving(false);
      go(filesSearch);
    },
    showPage: () => go(pageSearch),
    sent({ contactMethod }: TaxFormAnswers) {
      queries.setQueryData(formStatusQuery(userId, year).queryKey, true);
      void invalidate(['tax-form-sent', userId]);
      setJustSent(true);
      if (isSocial(contactMethod)) setSocial(contactMethod);
      go(pageSearch);
    },
    socialDone() {
      setSocial('');
      top();
    },
  };
}

function viewOf(wanted: Wanted, { isCompleted, isAsked, may }: FormStatus): View {
  if (may === 'nothing') return 'files';
  if (wanted === 'form' && may === 'see') return 'copy';
  if (wanted !== 'any') return wanted;
  if (isAsked === false) return 'files';
  if (isAsked === undefined || isCompleted === undefined) return 'unknown';
  return isCompleted ? 'files' : 'form';
}

/** Focuses the heading of a new view, like that of a new page. */
function useFocusOnView(view: View): () => void {
  const before = useRef(view);

  useEffect(() => {
    const was = before.current;
    before.current = view;
    if (was === view || was === 'unknown') return;
    toTop(view);
  }, [view]);

  return () => toTop(before.current);
}

function toTop(view: View): void {
  window.scrollTo(0, 0);
  const heading = document.querySelector<HTMLElement>(view === 'files' ? 'main h1' : '#yearly-form');
  (heading ?? document.querySelector<HTMLElement>('main h1'))?.focus({ preventScroll: true });
}
