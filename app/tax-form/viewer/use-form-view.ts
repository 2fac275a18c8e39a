import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { TaxFormAnswers } from '#domain/tax-form/answers.ts';
import { filesSearch, pageSearch, wantedIn } from '../address.ts';
import { isSocial } from '../editor/social-dialog.tsx';
import { formStatusQuery } from '../queries.ts';

type View = 'unknown' | 'form' | 'copy' | 'files';

interface Standing {
  /** Undefined until the server has answered, or the time for it is over. */
  isCompleted: boolean | undefined;
  /** Whether this person is asked for a form without having wanted to see it. Undefined until it is known. */
  isAsked: boolean | undefined;
}

/** Which part of the page is shown, and the steps between them. */
export function useFormView(userId: string, year: number, { isCompleted, isAsked }: Standing) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const [isLeaving, setLeaving] = useState(false);
  const [social, setSocial] = useState('');
  const [justSent, setJustSent] = useState(false);
  const view = viewOf(wantedIn(parameters), isCompleted, isAsked);
  const top = useFocusOnView(view);

  const go = (search: (now: string) => string) => void navigate({ search: search(window.location.search) });

  return {
    view,
    isLeaving,
    social,
    justSent,
    /** To the files before the form is sent: asks first, unless it was sent before. */
    leave() {
      if (isCompleted) go(pageSearch);
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
      void queries.invalidateQueries({ queryKey: ['tax-form-sent', userId] });
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

function viewOf(
  wanted: ReturnType<typeof wantedIn>,
  isCompleted: boolean | undefined,
  isAsked: boolean | undefined,
): View {
  if (wanted !== 'any') return wanted;
  if (isAsked === false) return 'files';
  if (isAsked === undefined || isCompleted === undefined) return 'unknown';
  return isCompleted ? 'files' : 'form';
}

/** Another part of the page begins at its heading, as another page does. */
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
