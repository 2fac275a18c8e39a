import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { Navigate } from '#app/language/links.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { callOwn } from '../../api/own-fetch.ts';
import { queryClient } from '../../api/query-client.tsx';
import { announceFirstScreen, whenFirstScreenIsIdle } from '../../browser/first-screen.ts';
import { fillKeptFields, keepFields } from '../../drafts/kept-fields.ts';
import { forgetOpened, isKept, openKept } from '../../drafts/opened-work.ts';
import { rememberOrigin } from '../origin.ts';
import { useSession } from '../session.tsx';
import { keepLastSeen, restoreAnswers } from '../stored/last-answers.ts';
import { LOADING_TIMEOUT_MS, useDeadline } from './use-deadline.ts';

/**
 * Around the pages of a signed-in person. When their session ends, the pages stay as they are behind the dialog, so that
 * nothing typed is lost.
 */
export function RequireSignedIn({ dialog }: { dialog: ReactNode }) {
  const { status, user, secondFactor, missing, holdPages } = useSession();
  const location = useLocation();
  const isLate = useDeadline(status === 'loading', LOADING_TIMEOUT_MS);
  /** The person whose pages are open. */
  const [shownTo, setShownTo] = useState<string>();
  const isSignedIn = status === 'signed-in' && secondFactor !== 'missing';
  if (isSignedIn && user && user.id !== shownTo) setShownTo(user.id);
  // If the factor was set up on another device since, this session stays open. The next login asks for it.
  const isOpen = isSignedIn || (status === 'signed-in' && user?.id === shownTo);
  useEffect(() => (isOpen ? holdPages() : undefined), [isOpen, holdPages]);

  if (isOpen) {
    return (
      <>
        {user && (
          <KeptWork key={user.id} userId={user.id}>
            <Outlet />
          </KeptWork>
        )}
        {missing && dialog}
      </>
    );
  }
  // Logged out in another tab: stay on the page and say so.
  if (status === 'signed-out' && shownTo !== undefined) return <LoginPrompt />;
  // The login page asks for the second factor, too.
  if (status !== 'loading' || isLate) {
    return <Navigate to="/login" replace state={rememberOrigin(location)} />;
  }
  return <Loading />;
}

/** Opens what the person had typed when an earlier session ended, before the pages that show it. */
function KeptWork({ userId, children }: { userId: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(() => !isKept(userId));
  useLastVisit(userId);
  useNoticeEnd();
  useEffect(() => {
    const stopKeeping = keepFields();
    let stop = () => {};
    void openKept(userId).then(() => {
      stop = fillKeptFields();
      setOpen(true);
    });
    return () => {
      stop();
      stopKeeping();
      forgetOpened();
    };
  }, [userId]);
  return isOpen ? children : <Loading />;
}

function LoginPrompt() {
  const location = useLocation();
  const { t } = useLingui();
  return (
    <div className="page py-16 md:py-28">
      <PageHeading
        lead={t`You’ve been logged out. Nothing was lost.`}
      >{t`Please log in to access your account`}</PageHeading>
      <LinkButton to="/login" state={rememberOrigin(location)} size="large" className="mt-8">
        <Trans>Log in</Trans>
      </LinkButton>
    </div>
  );
}

/** Between two looks while a person types. */
const LOOK_MS = 15_000;

/** A person who types for long sends nothing, and would learn only at the end that their session has ended. */
function useNoticeEnd(): void {
  useEffect(() => {
    let last = performance.now();
    const look = () => {
      if (performance.now() - last < LOOK_MS) return;
      last = performance.now();
      // What follows from a refusal is not decided here.
      callOwn('/auth/v1/user').catch(() => undefined);
    };
    document.addEventListener('input', look, true);
    return () => document.removeEventListener('input', look, true);
  }, []);
}

/** When to load the rest, even if a request of the first screen is never answered. */
const SCREEN_MS = 10_000;

/** Draws what the person saw at the last visit, until the answers of this one are here, and keeps those for the next. */
function useLastVisit(userId: string): void {
  const { profile, profileLoading } = useSession();
  useState(() => restoreAnswers(queryClient, userId));

  useEffect(() => {
    const keep = () => keepLastSeen(queryClient, userId, profile);
    keep();
    return queryClient.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated' && query.meta?.keeps && query.state.status === 'success') keep();
    });
  }, [userId, profile]);

  useEffect(() => {
    if (!profileLoading) void whenFirstScreenIsIdle(queryClient).then(announceFirstScreen);
    const timer = setTimeout(announceFirstScreen, SCREEN_MS);
    return () => clearTimeout(timer);
  }, [profileLoading]);
}
