import { Trans, useLingui } from '@lingui/react/macro';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from '#app/language/links.tsx';
import { unfinishedWork } from '#app/shared/drafts/unfinished-work.ts';
import { onDemand } from '#app/shared/parts/on-demand.tsx';
import { useSession } from '#app/shared/session/session.tsx';
import { PlainButton } from '#app/ui/actions/plain-button.tsx';

const ConfirmDialog = onDemand(
  async () => (await import('#app/ui/overlays/confirm-dialog.tsx')).ConfirmDialog,
);

/**
 * Ends the session. Asks first if work is going on that this would lose.
 * @param className the look of a line in a menu. Without it, it looks like a button
 */
export function LogOutButton({ className }: { className?: string }) {
  const { t } = useLingui();
  const { signOut } = useSession();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  /** The unfinished work, while the dialog is open. */
  const [work, setWork] = useState<string | null>(null);

  function press(): void {
    const found = unfinishedWork(t);
    // The dialog covers this button. A second press means that its script could not be loaded.
    if (found === null || work !== null) void leave();
    else setWork(found);
  }

  async function leave(): Promise<void> {
    setBusy(true);
    try {
      // Home first: without a session, this page would ask to log in.
      await navigate('/');
    } finally {
      await signOut();
    }
  }

  return (
    <>
      <PlainButton
        variant="secondary"
        busy={busy}
        icon={<LogOut size={18} aria-hidden />}
        onPress={press}
        {...(className ? { look: className } : {})}
      >
        <Trans>Logout</Trans>
      </PlainButton>
      {work !== null && (
        <ConfirmDialog
          isOpen
          title={t`Log out now?`}
          cancelLabel={t`Stay`}
          confirmLabel={t`Log out`}
          danger
          onCancel={() => setWork(null)}
          onConfirm={() => {
            setWork(null);
            void leave();
          }}
        >
          {work} <Trans>Log out anyway?</Trans>
        </ConfirmDialog>
      )}
    </>
  );
}
