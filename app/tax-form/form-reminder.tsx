import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useNavigate } from '#app/language/links.tsx';
import { useOfficeYear } from '#app/shared/office-year.ts';
import { TAX_FORM_PATH } from '#app/shared/portal-paths.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { isFormCompleted } from './queries.ts';

/** Asks a client who has uploaded files to fill in the yearly form. Shows nothing when the form was sent. */
export function FormReminder({ userId, onDone }: { userId: string; onDone: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [shown, setShown] = useState(false);
  const year = useOfficeYear();

  useEffect(() => {
    let isUnmounted = false;
    // Bypasses the query cache: a failed request counts as "not sent" and would replace the file list behind this dialog.
    void isFormCompleted(userId, year).then((isCompleted) => {
      if (isUnmounted) return;
      if (isCompleted) onDone();
      else setShown(true);
    });
    return () => {
      isUnmounted = true;
    };
  }, [userId, year, onDone]);

  if (!shown) return null;
  return (
    <Dialog
      isOpen
      onClose={onDone}
      title={t`Complete Your ${year} Tax Form`}
      actions={
        <>
          <Button variant="secondary" onPress={onDone}>
            <Trans>Not Now</Trans>
          </Button>
          <Button
            autoFocus
            onPress={() => {
              onDone();
              void navigate(TAX_FORM_PATH);
            }}
          >
            <Trans>Complete Tax Form Now</Trans>
          </Button>
        </>
      }
    >
      <p className="text-muted">
        <Trans>
          We got your files. To prepare your return, we also need a few answers about you, your family, and
          how you want your refund. You can stop and continue later.
        </Trans>
      </p>
    </Dialog>
  );
}
