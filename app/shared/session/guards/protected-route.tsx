import { Trans, useLingui } from '@lingui/react/macro';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { Navigate } from '#app/shared/language/links.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { mayManage } from '#domain/account/roles.ts';
import { fillKeptFields, keepFields } from '../../drafts/kept-fields.ts';
import { forgetOpened, isKept, openKept } from '../../drafts/kept-work.ts';
import { useSecondFactorRule } from '../auth-settings.ts';
import { rememberOrigin } from '../origin.ts';
import { useSession } from '../session.tsx';
import { sentAway } from './access-denied.ts';
import { useNoticeEnd } from './use-notice-end.ts';

/** How long the spinner shows before the person is redirected to the login. */
const LOADING_TIMEOUT_MS = 5000;

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

/** Around the staff area, inside RequireSignedIn. Only redirects clients: the server decides who may see what. */
export function RequireStaff() {
  const { role, profileLoading } = useSession();
  const isLate = useDeadline(profileLoading, LOADING_TIMEOUT_MS);
  const [wasStaff, setWasStaff] = useState(false);
  const rule = useSecondFactorRule();
  // The role of the last visit may be gone.
  if (mayManage(role) && !profileLoading && !wasStaff) setWasStaff(true);

  if (rule === 'loading') return <Loading />;
  if (rule === 'required') return <SecondFactorRequired />;
  // If a person loses the role while they work, the page itself says so.
  if (mayManage(role) || wasStaff) {
    return (
      <>
        {rule === 'recommended' && <SecondFactorRecommended />}
        <Outlet />
      </>
    );
  }
  if (profileLoading && !isLate) return <Loading />;
  // While the role is unknown, the account page must not say that access was denied.
  return <Navigate to="/account" replace state={profileLoading ? null : sentAway} />;
}

/** Replaces a page when the person has logged out. */
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

const setUpPath = '/account#second-factor';

/** Replaces the staff area until the person has set up a second factor. */
function SecondFactorRequired() {
  const { t } = useLingui();
  return (
    <div className="page py-16 md:py-28">
      <PageHeading
        lead={t`You work with other people’s documents, so a password isn’t enough. Set up an authenticator app. It takes about two minutes, and you only do it once.`}
      >
        <Trans>One more step before you see the client list</Trans>
      </PageHeading>
      <LinkButton to={setUpPath} size="large" className="mt-8">
        <Trans>Set up my app</Trans>
      </LinkButton>
    </div>
  );
}

/** Above the staff area while the second factor is only recommended. One low line, since that page is full. */
function SecondFactorRecommended() {
  return (
    <div className="bg-warning-soft text-sm print:hidden">
      <p className="staff-page flex items-center gap-2 py-1">
        <TriangleAlert size={16} aria-hidden className="shrink-0 text-warning" />
        <span>
          <Trans>
            Your account doesn’t have an authenticator app yet.{' '}
            <SmartLink to={setUpPath} className="link">
              Set up my app
            </SmartLink>
          </Trans>
        </span>
      </p>
    </div>
  );
}

/** True once `isWaiting` has been true for that many milliseconds without a break. */
function useDeadline(isWaiting: boolean, milliseconds: number): boolean {
  const [isOver, setIsOver] = useState(false);

  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setIsOver(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setIsOver(false);
    };
  }, [isWaiting, milliseconds]);

  return isWaiting && isOver;
}
