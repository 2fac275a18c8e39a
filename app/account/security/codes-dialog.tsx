import { Trans, useLingui } from '@lingui/react/macro';
import { Copy, Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { saveFile } from '#app/shared/browser/download.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Checkbox } from '#app/ui/fields/checkbox.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { groupsOfFour } from './groups-of-four.ts';

const explanation = msg`If you lose your phone, use one of these codes to log in. Each code works once. Keep them with your important documents.`;

/** Shows the recovery codes once. Closes only after the person confirmed that they stored them. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useLingui();
  const office = useOffice();
  const text = asText(codes, office.name, t);
  const [isConfirmed, setConfirmed] = useState(false);
  const [status, setStatus] = useState('');

  async function copy(): Promise<void> {
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    setStatus(
      isCopied ? t`Copied` : t`Your browser doesn’t allow copying. Select the codes and copy them yourself.`,
    );
  }

  return (
    <Dialog
      isOpen
      role="alertdialog"
      // The codes are not shown again, so they can't be closed by accident.
      onClose={() => isConfirmed && onClose()}
      title={t`Your recovery codes`}
      actions={
        <Button isDisabled={!isConfirmed} onPress={onClose}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      <p className="text-muted">{t(explanation)}</p>
      <div data-print-alone>
        <p className="hidden font-semibold print:block">{t(heading(office.name))}</p>
        <ul
          translate="no"
          className="figures grid gap-x-6 gap-y-1 rounded-card bg-sunken p-4 font-mono text-sm sm:grid-cols-2 print:border print:border-line"
        >
          {codes.map((code) => (
            <li key={code}>{groupsOfFour(code)}</li>
          ))}
        </ul>
        <p className="mt-3 hidden print:block">{t(explanation)}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" icon={<Copy size={18} aria-hidden />} onPress={() => void copy()}>
          <Trans>Copy</Trans>
        </Button>
        <Button variant="secondary" icon={<Printer size={18} aria-hidden />} onPress={() => window.print()}>
          <Trans>Print</Trans>
        </Button>
        <Button
          variant="secondary"
          icon={<Download size={18} aria-hidden />}
          onPress={() => {
            saveFile(new Blob([text], { type: 'text/plain' }), t`recovery-codes.txt`);
            setStatus(t`Downloaded`);
          }}
        >
          <Trans>Download</Trans>
        </Button>
      </div>
      <p role="status" className="-my-3 min-h-6 text-sm text-muted">
        {status}
      </p>
      <Checkbox isSelected={isConfirmed} onChange={setConfirmed}>
        <Trans>I saved the codes in a safe place</Trans>
      </Checkbox>
    </Dialog>
  );
}

const heading = (office: string) => msg`Recovery codes for ${{ office }}`;

function asText(codes: readonly string[], office: string, t: Translate): string {
  return `${t(heading(office))}\n${t(explanation)}\n\n${codes.map(groupsOfFour).join('\n')}\n`;
}
