import { useLocation } from 'react-router';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { rememberOrigin } from '../origin.ts';

export interface LoginPromptProps {
  /** Still logged in, but has to enter a code from the app again. */
  isStepDue?: boolean;
}

/** Replaces a screen when the person has logged out or has to enter a code again. */
export function LoginPrompt({ isStepDue = false }: LoginPromptProps) {
  const location = useLocation();
  return (
    <div className="page py-16 md:py-28">
      <PageHeading
        lead={
          isStepDue
            ? 'You entered a code from your app many hours ago. Enter a new one to continue.'
            : 'You have been logged out. Nothing of yours is lost.'
        }
      >
        {isStepDue ? 'Is this still you?' : 'Please log in to access your account'}
      </PageHeading>
      <LinkButton to="/login" state={rememberOrigin(location)} size="large" className="mt-8">
        {isStepDue ? 'Enter a code' : 'Log in'}
      </LinkButton>
    </div>
  );
}
