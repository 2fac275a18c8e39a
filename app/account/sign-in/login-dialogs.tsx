import type { ReactNode } from 'react';
import { business } from '#app/business.ts';
import { formatRange } from '#app/shared/facts.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import type { LoginQuestion } from './login-answer.ts';

interface Wording {
  title: string;
  text: (email: ReactNode) => ReactNode;
  stay: string;
  goOn: { label: string; to: string; legacy?: true };
}

const wordings: Record<LoginQuestion['kind'], Wording> = {
  'incorrect-password': {
    title: 'Incorrect Password',
    text: (email) => (
      <p>
        There is an account for {email}, but this is not its password. Try again, or choose a new one with a
        link that we email you.
      </p>
    ),
    stay: 'Try Again',
    goOn: { label: 'Reset Password', to: '/password-reset' },
  },
  'welcome-back': {
    title: 'Welcome Back!',
    text: (email) => (
      <>
        <p>We know {email} from before. We have a new system now, and everyone creates a new account once.</p>
        <p>
          The copies of your past tax years are added within {formatRange(business.service.legacyCopiesHours)}{' '}
          hours after you register.
        </p>
      </>
    ),
    stay: 'Cancel',
    goOn: { label: 'Create New Account', to: '/signup', legacy: true },
  },
  'not-found': {
    title: 'Account Not Found',
    text: (email) => (
      <p>There is no account for {email}. Check the address for typos, or create an account with it.</p>
    ),
    stay: 'Try Again',
    goOn: { label: 'Create Account', to: '/signup' },
  },
};

/** After a failed login: offers how to go on. */
export function LoginDialog({ answer, onClose }: { answer: LoginQuestion; onClose: () => void }) {
  const { kind, email } = answer;
  const { title, text, stay, goOn } = wordings[kind];
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button variant="secondary" onPress={onClose}>
            {stay}
          </Button>
          <LinkButton to={goOn.to} state={{ email, ...(goOn.legacy ? { legacy: true } : {}) }}>
            {goOn.label}
          </LinkButton>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-muted">
        {text(<strong className="font-semibold break-words text-ink">{email}</strong>)}
      </div>
    </Dialog>
  );
}
