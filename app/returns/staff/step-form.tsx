import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type DocumentItem, documentsQuery, isFromOffice } from '#app/documents/queries.ts';
import { done } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Select } from '#app/ui/fields/select.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import type { ReturnStatus } from '#domain/returns/tax-return.ts';
import { type LetterReturn, StepLetter, useEmailChoice } from './step-letter.tsx';

const MAX_NOTE_LENGTH = 2000;
/** The file to review is among the latest ones. */
const MAX_FILES = 100;

const isPdf = ({ mimeType, name }: DocumentItem) =>
  mimeType === 'application/pdf' || name.toLowerCase().endsWith('.pdf');

export interface Step {
  to: ReturnStatus;
  note: string;
  /** The file for the client's review; only for the step `ready_for_review`. */
  documentId: string | null;
  emailsClient: boolean;
}

/** @param seen where the page shows the return: if a colleague has moved it, the step is refused */
export const stepReturn = (id: string, seen: ReturnStatus, { to, note, documentId, emailsClient }: Step) =>
  done(
    rest.rpc('step_return', {
      return_id: id,
      new_status: to,
      seen_status: seen,
      email_client: emailsClient,
      ...(note.trim() !== '' && { note: note.trim() }),
      ...(documentId !== null && { review_document_id: documentId }),
    }),
  );

interface StepFormProps {
  taxReturn: LetterReturn;
  to: ReturnStatus;
  label: string;
  busy: boolean;
  /** No one asked for the form, so what the person does goes on. */
  keepsFocus: boolean;
  onCancel: () => void;
  onStep: (step: Step) => Promise<void>;
}

/** The note to the client, whether to email it, and, for a review, the file. */
export function StepForm(props: StepFormProps) {
  const { taxReturn, to, label, busy, keepsFocus, onCancel, onStep } = props;
  const { t } = useLingui();
  const { longDate } = useDates();
  const clientId = taxReturn.user_id;
  const [note, setNote] = useState('');
  const [emailsClient, setEmailsClient] = useEmailChoice(clientId);
  const [picked, setPicked] = useState<string | null>(null);
  const needsFile = to === 'ready_for_review';
  const { data: files = [], isPending } = useQuery({ ...documentsQuery(clientId), enabled: needsFile });
  const pdfs = files.filter(isPdf).slice(0, MAX_FILES);
  // The return that the office has just uploaded.
  const documentId = picked ?? pdfs.find((file) => isFromOffice(file))?.key ?? null;

  function take(event: FormEvent): void {
    event.preventDefault();
    // Without a file, the server's error names what is missing.
    if (!busy) void onStep({ to, note, documentId: needsFile ? documentId : null, emailsClient });
  }

  return (
    <form
      onSubmit={take}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
      }}
      className="flex flex-col gap-3 rounded-control bg-sunken p-3"
    >
      {needsFile && (
        <Select
          label={t`File to review`}
          placeholder={pdfs.length === 0 && !isPending ? t`This client has no PDF files` : t`Choose...`}
          options={pdfs.map(({ key, path, uploadedAt }) => ({
            value: key,
            label: `${path}${uploadedAt ? `, ${longDate(uploadedAt)}` : ''}`,
          }))}
          value={documentId}
          onChange={setPicked}
          autoFocus
        />
      )}
      <TextField
        label={t`Note to the client`}
        hint={
          emailsClient
            ? t`Shown in the email and on the client’s timeline.`
            : t`Shown on the client’s timeline.`
        }
        optional
        rows={2}
        maxLength={MAX_NOTE_LENGTH}
        value={note}
        onChange={setNote}
        autoFocus={!needsFile && !keepsFocus}
      />
      {to !== 'not_started' && (
        <StepLetter
          taxReturn={taxReturn}
          to={to}
          note={note}
          isOn={emailsClient}
          onChange={setEmailsClient}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" busy={busy}>
          {label}
        </Button>
        <Button size="small" variant="secondary" onPress={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}
