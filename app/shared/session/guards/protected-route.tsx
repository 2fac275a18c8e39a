import { useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { mayManage } from '#domain/account/roles.ts';
import { useFactorDuty } from '../auth-settings.ts';
import { rememberOrigin } from '../origin.ts';
import { useSession } from '../session.tsx';
import { sentAway } from './access-denied.ts';
import { LoginPrompt } from './login-prompt.tsx';
import { FactorAdvice, FactorFirst } from './staff-factor.tsx';
import { useDeadline } from './use-deadline.ts';

/** How long a person looks at the spinner before the login is offered instead. */
export const loadingTimeout = 5000;

/** Around the screens of a signed-in person. */
export function RequireSignedIn() {
  const { status, secondFactor } = useSession();
  const location = useLocation();
  const late = useDeadline(status === 'loading', loadingTimeout);
  const [wasHere, setWasHere] = useState(false);
  const [wasRaised, setWasRaised] = useState(false);
  const complete = status === 'signed-in' && secondFactor !== 'missing';
  if (complete && !wasHere) setWasHere(true);

  if (secondFactor === 'shown' && !wasRaised) setWasRaised(true);

  // The code was entered too long ago: the server answers nothing until there is a new one.
  if (status === 'signed-in' && secondFactor === 'missing' && wasRaised) return <LoginPrompt isStepDue />;
  // Set up meanwhile on another device: whoever is in stays in, and shows it at the next login.
  if (complete || (status === 'signed-in' && wasHere)) return <Outlet />;
  // Signed out in another tab: say so where it happened, rather than jump away.
  if (wasHere) return <LoginPrompt />;
  // The login asks for the second step, too.
  if (status !== 'loading' || late) return <Navigate to="/login" replace state={rememberOrigin(location)} />;
  return <Loading />;
}

/** Inside RequireSignedIn: the staff area. The server decides what it shows; this only leads clients away. */
export function RequireStaff() {
  const { role, profileLoading } = useSession();
  const late = useDeadline(profileLoading, loadingTimeout);
  const [wasHere, setWasHere] = useState(false);
  const duty = useFactorDuty();
  if (mayManage(role) && !wasHere) setWasHere(true);

  if (duty === 'asking') return <Loading />;
  if (duty === 'required') return <FactorFirst />;
  // Whoever loses the role in the midst of work is told by the screen itself, rather than moved away.
  if (mayManage(role) || wasHere) {
    return (
      <>
        {duty === 'advised' && <FactorAdvice />}
        <Outlet />
      </>
    );
  }
  if (profileLoading && !late) return <Loading />;
  // While the role is unknown, the page says nothing about it.
  return <Navigate to="/account" replace state={profileLoading ? null : sentAway} />;
}
