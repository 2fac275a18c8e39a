import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatRange } from '#app/shared/facts.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import type { Office } from '#domain/business/office.ts';
import { msg } from '#domain/language/message.ts';
import type { LoginQuestion } from './answers.ts';

interface Wording {
  title: MessageDescriptor;
  text: (email: ReactNode, office: Office) => ReactNode;
  stay: MessageDescriptor;
  goOn: { label: MessageDescriptor; to: string; legacy?: true };
}

const wordings: Record<LoginQuestion['kind'], Wording> = {
  'incorrect-password': {
    title: msg`Incorrect Password`,
    text: (email) => (
      <p>
        <Trans>
          There’s an account for {email}, but that’s not the right password. Try again, or reset it with a
          link we’ll email you.
        </Trans>
      </p>
    ),
    stay: msg`Try Again`,
    goOn: { label: msg`Reset Password`, to: '/password-reset' },
  },
  'welcome-back': {
    title: msg`Welcome Back!`,
    text: (email, office) => (
      <>
        <p>
          <Trans>
            We know {email} from before. We have a new system now, so everyone needs to create a new account.
          </Trans>
        </p>
        <p>
          <Trans>
            We’ll add copies of your past tax years within{' '}
            {{ hours: formatRange(office.service.legacyCopiesHours) }} hours after you register.
          </Trans>
        </p>
      </>
    ),
    stay: msg`Cancel`,
    goOn: { label: msg`Create New Account`, to: '/signup', legacy: true },
  },
  'not-found': {
    title: msg`Account Not Found`,
    text: (email) => (
      <p>
        <Trans>
          There’s no account for {email}. Check the address for typos, or create an account with it.
        </Trans>
      </p>
    ),
    stay: msg`Try Again`,
    goOn: { label: msg`Create Account`, to: '/signup' },
  },
};

export function LoginDialog({ answer, onClose }: { answer: LoginQuestion; onClose: () => void }) {
  const office = useOffice();
  const { kind, email } = answer;
  const { t } = useLingui();
  const { title, text, stay, goOn } = wordings[kind];
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t(title)}
      actions={
        <>
          <Button variant="secondary" onPress={onClose}>
            {t(stay)}
          </Button>
          <LinkButton to={goOn.to} state={{ email, ...(goOn.legacy ? { legacy: true } : {}) }}>
            {t(goOn.label)}
          </LinkButton>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-muted">
        {text(<strong className="font-semibold break-words text-ink">{email}</strong>, office)}
      </div>
    </Dialog>
  );
}
