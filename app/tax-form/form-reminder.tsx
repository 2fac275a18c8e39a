import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { officeYear } from '#app/shared/office-year.ts';
import { TAX_FORM_PATH } from '#app/shared/portal-paths.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { isFormCompleted } from './queries.ts';

/** Asks a client who has uploaded files to fill in the yearly form. Shows nothing when the form was sent. */
export function FormReminder({ userId, onDone }: { userId: string; onDone: () => void }) {
  const navigate = useNavigate();
  const [shown, setShown] = useState(false);
  const year = officeYear();

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
      title={`Complete Your ${year} Tax Form`}
      actions={
        <>
          <Button variant="secondary" onPress={onDone}>
            Not Now
          </Button>
          <Button
            autoFocus
            onPress={() => {
              onDone();
              void navigate(TAX_FORM_PATH);
            }}
          >
            Complete Tax Form Now
          </Button>
        </>
      }
    >
      <p className="text-muted">
        Your files have arrived. To prepare your return we also need your answers to a few questions: who you
        are, your family, and how you want your refund. You can stop and continue later.
      </p>
    </Dialog>
  );
}
