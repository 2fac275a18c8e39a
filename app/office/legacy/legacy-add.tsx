import { Trans, useLingui } from '@lingui/react/macro';
import { FileUp, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useAction } from '#app/shared/api/use-action.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { emailHint } from '#domain/contact/hints.ts';
import { addressesIn, legacyAddress } from '#domain/contact/legacy-addresses.ts';
import { msg, plural } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { parseCsv } from '#domain/text/csv.ts';

type Outcome = { kind: 'success' | 'danger'; text: string };

interface LegacyAddProps {
  /** Resolves to how many are new. */
  add: (addresses: readonly string[]) => Promise<number>;
  /** After each attempt. */
  onTried: () => Promise<void>;
}

export function LegacyAdd({ add, onTried }: LegacyAddProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState('');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { run, busy } = useAction(onTried, undefined, (text) => setOutcome({ kind: 'danger', text }));
  const picker = useRef<HTMLInputElement>(null);

  async function addOne() {
    const address = legacyAddress(typed);
    if (!address) return setProblem(t(emailHint));
    await tell(async () => {
      const added = await add([address]);
      setTyped('');
      return added === 1 ? t`${address} added.` : t`${address} is already on the list.`;
    });
  }

  async function addFile(file: File) {
    await tell(async () => {
      const found = await readLegacyFile(file, t);
      return importReport(await add(found.addresses), found, t);
    });
  }

  async function tell(work: () => Promise<string>) {
    setOutcome(null);
    await run(async () => setOutcome({ kind: 'success', text: await work() }));
  }

  return (
    <div className="flex flex-col gap-3">
      <form
        noValidate
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void addOne();
        }}
      >
        <TextField
          label={t`Email to add`}
          type="email"
          value={typed}
          error={problem}
          onChange={(text) => {
            setTyped(text);
            setProblem('');
          }}
          className="min-w-48 flex-1"
        />
        <Button
          type="submit"
          variant="secondary"
          icon={<Plus size={18} aria-hidden />}
          busy={busy}
          className="min-h-12"
        >
          <Trans>Add</Trans>
        </Button>
        <Button
          variant="secondary"
          icon={<FileUp size={18} aria-hidden />}
          isDisabled={busy}
          onPress={() => picker.current?.click()}
          className="min-h-12"
        >
          <Trans>Import CSV</Trans>
        </Button>
        <input
          ref={picker}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          hidden
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            // Allow the same file again after it was corrected.
            target.value = '';
            if (file) void addFile(file);
          }}
        />
      </form>
      {outcome && (
        <Banner kind={outcome.kind} announce>
          {outcome.text}
        </Banner>
      )}
    </div>
  );
}

const LINES_SHOWN = 10;

/** The addresses in a file, or why there are none. */
export async function readLegacyFile(
  file: Blob,
  t: Translate,
): Promise<{ addresses: string[]; skipped: number[] }> {
  const found = addressesIn(parseCsv(await file.text()));
  if (!found) throw new Error(t(msg`The file has several columns, but none is named “email.”`));
  if (found.addresses.length === 0) throw new Error(t(msg`This file has no valid email addresses.`));
  return found;
}

interface Found {
  addresses: string[];
  /** The numbers of the lines without a valid address. */
  skipped: number[];
}

/** The result of an import, with the skipped lines. */
export function importReport(added: number, { addresses, skipped }: Found, t: Translate): string {
  const report = t(addedReport(added, addresses.length - added));
  return skipped.length === 0 ? report : `${report} ${t(skippedReport(skipped))}`;
}

const addedReport = (added: number, known: number) =>
  msg`${plural({ added }, { one: '# address', other: '# addresses' })} added, ${plural({ known }, { one: '#', other: '#' })} already on the list.`;

function skippedReport(skipped: readonly number[]) {
  const count = skipped.length;
  const lines = skipped.slice(0, LINES_SHOWN).join(', ');
  return count > LINES_SHOWN
    ? msg`Skipped because they have no valid email address: ${{ count }} (line ${{ lines }} and ${{ more: count - LINES_SHOWN }} more).`
    : msg`Skipped because they have no valid email address: ${{ count }} (line ${{ lines }}).`;
}
