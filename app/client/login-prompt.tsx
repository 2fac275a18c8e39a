import { useLocation } from 'react-router';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { rememberOrigin } from './origin.ts';

/** In place of a screen whose person has gone. */
export function LoginPrompt() {
  const location = useLocation();
  return (
    <div className="page py-16 md:py-28">
      <PageHeading lead="You have been logged out. Nothing of yours is lost.">
        Please log in to access your account
      </PageHeading>
      <LinkButton to="/login" state={rememberOrigin(location)} size="large" className="mt-8">
        Log in
      </LinkButton>
    </div>
  );
}
