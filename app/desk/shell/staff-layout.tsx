import { Trans, useLingui } from '@lingui/react/macro';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { Navigate } from '#app/language/links.tsx';
import { addMessages } from '#app/shared/api/error-wording.ts';
import { useSecondFactorRule } from '#app/shared/session/auth-settings.ts';
import { sentAway } from '#app/shared/session/guards/access-denied.ts';
import { AccessDenied } from '#app/shared/session/guards/access-denied-page.tsx';
import { LOADING_TIMEOUT_MS, useDeadline } from '#app/shared/session/guards/use-deadline.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { staffMessages } from '#contract/staff-messages.ts';
import { mayManage, opensPapers } from '#domain/account/roles.ts';
import { isForReception } from '../sections.ts';
import { PapersClosed } from './papers-closed.tsx';
import { StaffShell } from './staff-shell.tsx';

addMessages(staffMessages);

/** The staff area has its own bar. app/root.tsx reads it here, so that public pages don't load it. */
export const handle = { shell: StaffShell };

/** Around the staff area, inside RequireSignedIn. Only redirects clients: the server decides who may see what. */
export default function RequireStaff() {
  const { role, profileLoading } = useSession();
  const isLate = useDeadline(profileLoading, LOADING_TIMEOUT_MS);
  const [wasStaff, setWasStaff] = useState(false);
  const rule = useSecondFactorRule();
  const { pathname } = useLocation();
  // The role of the last visit may be gone.
  if (mayManage(role) && !profileLoading && !wasStaff) setWasStaff(true);

  if (rule === 'loading') return <Loading />;
  if (rule === 'required') return <SecondFactorRequired />;
  if (mayManage(role)) {
    return (
      <>
        {rule === 'recommended' && <SecondFactorRecommended />}
        {opensPapers(role) || isForReception(pathname) ? <Outlet /> : <PapersClosed />}
      </>
    );
  }
  // A person who loses the role while they work must see why.
  if (wasStaff) return <AccessDenied />;
  if (profileLoading && !isLate) return <Loading />;
  // While the role is unknown, the account page must not say that access was denied.
  return <Navigate to="/account" replace state={profileLoading ? null : sentAway} />;
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
