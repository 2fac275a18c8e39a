import { Trans, useLingui } from '@lingui/react/macro';
import { FileUp, Plus } from 'lucide-react';
import { useState } from 'react';
import { dataOf } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { chooseFiles } from '#app/shared/browser/choose-files.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { useTyped } from '#app/ui/fields/use-typed.ts';
import { emailHint } from '#domain/contact/hints.ts';
import { addressesIn, legacyAddress } from '#domain/contact/legacy-addresses.ts';
import { msg, plural } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { parseCsv } from '#domain/text/csv.ts';

/** Addresses per request, well below the size limit. */
const BATCH = 500;
const LIST_TYPES = ['.csv', '.txt', 'text/csv', 'text/plain'];

type Outcome = { kind: 'success' | 'danger'; text: string };

/** @param onTried after each attempt */
export function LegacyAdd({ onTried }: { onTried: () => Promise<void> }) {
  const { t } = useLingui();
  const { value: typed, setValue: setTyped, setError, field } = useTyped();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { run, busy } = useAction(onTried, undefined, (text) => setOutcome({ kind: 'danger', text }));

  async function addOne() {
    const address = legacyAddress(typed);
    if (!address) return setError(t(emailHint));
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
        <TextField label={t`Email to add`} type="email" {...field} className="min-w-48 flex-1" />
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
          onPress={() => chooseFiles({ types: LIST_TYPES }, ([file]) => file && void addFile(file))}
          className="min-h-12"
        >
          <Trans>Import CSV</Trans>
        </Button>
      </form>
      {outcome && (
        <Banner kind={outcome.kind} announce>
          {outcome.text}
        </Banner>
      )}
    </div>
  );
}

/** Adds the new ones. Returns how many there were. */
async function add(addresses: readonly string[]): Promise<number> {
  let added = 0;
  for (let at = 0; at < addresses.length; at += BATCH) {
    const rows = addresses.slice(at, at + BATCH).map((email) => ({ email }));
    const written = await dataOf(
      rest
        .from('legacy_emails')
        .upsert(rows, { onConflict: 'email', ignoreDuplicates: true })
        .select('email'),
    );
    added += written.length;
  }
  return added;
}

const LINES_SHOWN = 10;

/** The addresses in a file, or why there are none. */
export async function readLegacyFile(file: Blob, t: Translate) {
  const found = addressesIn(parseCsv(await file.text()));
  if (!found) throw new Error(t(msg`The file has several columns, but none is named “email.”`));
  if (found.addresses.length === 0) throw new Error(t(msg`This file has no valid email addresses.`));
  return found;
}

type Found = Awaited<ReturnType<typeof readLegacyFile>>;

/** The result of an import, with the numbers of the skipped lines. */
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
