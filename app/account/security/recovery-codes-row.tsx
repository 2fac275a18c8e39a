import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { failureOf, isConnectionError } from '#app/shared/api/error-wording.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import { makeRecoveryCodes } from '../auth-service.ts';
import { CodesDialog } from './codes-dialog.tsx';

const isMade = (error: unknown) => failureOf(error).code === 'mfa_verified_factor_exists';

/** `left`: the number of unused codes; null if none were made. */
export function RecoveryCodesRow({ left, onChanged }: { left: number | null; onChanged: () => void }) {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  const { run, busy, problem } = useAction();
  const [wasLost, setWasLost] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);

  const make = () =>
    run(async () => {
      try {
        const { codes } = left === null ? await makeFirst() : await makeRecoveryCodes('regenerate');
        setAsking(false);
        setCodes(codes);
      } catch (error) {
        if (isMade(error)) onChanged();
        throw error;
      }
    });

  async function makeFirst() {
    try {
      return await makeRecoveryCodes('generate');
    } catch (error) {
      setWasLost(isConnectionError(error));
      // They were made before, and the answer with them was lost. Those that were made elsewhere stay.
      if (wasLost && isMade(error)) return makeRecoveryCodes('regenerate');
      throw error;
    }
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <p className={left !== null && left <= 2 ? 'text-warning' : 'text-muted'}>
        {left === null ? t`No recovery codes yet` : t`Recovery codes left: ${left}`}
      </p>
      <Button variant="quiet" className="-mx-5" onPress={() => setAsking(true)}>
        <Trans>Make new codes</Trans>
      </Button>
      <ConfirmDialog
        isOpen={asking}
        title={t`Make new recovery codes?`}
        confirmLabel={t`Make new codes`}
        busy={busy}
        onConfirm={() => void make()}
        onCancel={() => setAsking(false)}
      >
        {left === null
          ? t`You’ll get ten codes to use if you lose your phone.`
          : t`You’ll get ten new codes. Your old ones will stop working.`}
        <Problem className="mt-4">{problem}</Problem>
      </ConfirmDialog>
      {codes && (
        <CodesDialog
          codes={codes}
          onClose={() => {
            setCodes(null);
            onChanged();
          }}
        />
      )}
    </div>
  );
}
