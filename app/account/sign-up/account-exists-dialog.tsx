import { Trans, useLingui } from '@lingui/react/macro';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';

export interface AccountExistsDialogProps {
  email: string;
  onClose: () => void;
}

export function AccountExistsDialog({ email, onClose }: AccountExistsDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Account Already Exists`}
      actions={
        <>
          <LinkButton to="/password-reset" state={{ email }} variant="secondary">
            <Trans>Reset Password</Trans>
          </LinkButton>
          <LinkButton to="/login" state={{ email }}>
            <Trans>Log in</Trans>
          </LinkButton>
        </>
      }
    >
      <p className="text-muted">
        <Trans>
          An account with this email address already exists. Please sign in to access your account.
        </Trans>
      </p>
    </Dialog>
  );
}
