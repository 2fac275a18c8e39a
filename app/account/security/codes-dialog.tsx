import { Copy, Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { business } from '#app/business.ts';
import { saveFile } from '#app/shared/browser/download.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Checkbox } from '#app/ui/fields/checkbox.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { groupsOfFour } from './groups-of-four.ts';

export interface CodesDialogProps {
  codes: readonly string[];
  onClose: () => void;
}

const explanation =
  'Use one of these codes to log in if you lose your phone. Each works once. Keep them with your important papers.';

/** Shows the recovery codes once. Closes only after the person confirmed that they stored them. */
export function CodesDialog({ codes, onClose }: CodesDialogProps) {
  const [isConfirmed, setConfirmed] = useState(false);
  const [status, setStatus] = useState('');

  async function copy(): Promise<void> {
    const isCopied = await navigator.clipboard.writeText(asText(codes)).then(
      () => true,
      () => false,
    );
    setStatus(
      isCopied ? 'Copied' : 'Your browser does not allow copying. Select the codes and copy them manually.',
    );
  }

  return (
    <Dialog
      isOpen
      role="alertdialog"
      // The codes are not shown again, so they can't be closed by accident.
      onClose={() => isConfirmed && onClose()}
      title="Your recovery codes"
      actions={
        <Button isDisabled={!isConfirmed} onPress={onClose}>
          Done
        </Button>
      }
    >
      <p className="text-muted">{explanation}</p>
      <div data-print-alone>
        <p className="hidden font-semibold print:block">Recovery codes for {business.name}</p>
        <ul className="figures grid gap-x-6 gap-y-1 rounded-card bg-sunken p-4 font-mono text-sm sm:grid-cols-2 print:border print:border-line">
          {codes.map((code) => (
            <li key={code}>{groupsOfFour(code)}</li>
          ))}
        </ul>
        <p className="mt-3 hidden print:block">{explanation}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" icon={<Copy size={18} aria-hidden />} onPress={() => void copy()}>
          Copy
        </Button>
        <Button variant="secondary" icon={<Printer size={18} aria-hidden />} onPress={() => window.print()}>
          Print
        </Button>
        <Button
          variant="secondary"
          icon={<Download size={18} aria-hidden />}
          onPress={() => {
            saveFile(new Blob([asText(codes)], { type: 'text/plain' }), 'recovery-codes.txt');
            setStatus('Downloaded');
          }}
        >
          Download
        </Button>
      </div>
      <p role="status" className="-my-3 min-h-6 text-sm text-muted">
        {status}
      </p>
      <Checkbox isSelected={isConfirmed} onChange={setConfirmed}>
        I have saved the codes in a safe place
      </Checkbox>
    </Dialog>
  );
}

function asText(codes: readonly string[]): string {
  return `Recovery codes for ${business.name}\n${explanation}\n\n${codes.map(groupsOfFour).join('\n')}\n`;
}
