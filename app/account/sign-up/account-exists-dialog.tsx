import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';

export interface AccountExistsDialogProps {
  /** The address that has an account. */
  email: string;
  onClose: () => void;
}

export function AccountExistsDialog({ email, onClose }: AccountExistsDialogProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Account Already Exists"
      actions={
        <>
          <LinkButton to="/password-reset" state={{ email }} variant="secondary">
            Reset Password
          </LinkButton>
          <LinkButton to="/login" state={{ email }}>
            Log in
          </LinkButton>
        </>
      }
    >
      <p className="text-muted">
        An account with this email address already exists. Please sign in to access your account.
      </p>
    </Dialog>
  );
}
