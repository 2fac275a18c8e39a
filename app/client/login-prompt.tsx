import { useLocation } from 'react-router';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { rememberOrigin } from './origin.ts';

export interface LoginPromptProps {
  /** Still logged in, but the code from the app has to be shown again. */
  isStepDue?: boolean;
}

/** In place of a screen whose person has gone, or has to show a code again. */
export function LoginPrompt({ isStepDue = false }: LoginPromptProps) {
  const location = useLocation();
  return (
    <div className="page py-16 md:py-28">
      <PageHeading
        lead={
          isStepDue
            ? 'You showed a code from your app many hours ago. Show a new one to go on.'
            : 'You have been logged out. Nothing of yours is lost.'
        }
      >
        {isStepDue ? 'Is it still you?' : 'Please log in to access your account'}
      </PageHeading>
      <LinkButton to="/login" state={rememberOrigin(location)} size="large" className="mt-8">
        {isStepDue ? 'Show a code' : 'Log in'}
      </LinkButton>
    </div>
  );
}
