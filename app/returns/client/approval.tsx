import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Download, FileText } from 'lucide-react';
import { type Ref, useRef, useState } from 'react';
import {
  type DocumentItem,
  documentQuery,
  downloadDocument,
  fetchDocument,
  useLiveDocuments,
} from '#app/documents/queries.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { queryClient } from '#app/shared/api/query-client.tsx';
import { rest } from '#app/shared/api/rest.ts';
import { MESSAGES_PATH } from '#app/shared/portal-paths.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { SupportPhone } from '#app/shared/support-phone.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { FieldForm } from '#app/ui/fields/field-form.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { useTyped } from '#app/ui/fields/use-typed.ts';
import { Card } from '#app/ui/layout/card.tsx';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import { messages } from '#contract/messages.ts';
import { formatSize } from '#domain/documents/file-display.ts';
import { msg } from '#domain/language/message.ts';
import { isNamed, isNameOf, isSignature, type PersonName } from '#domain/returns/signer-name.ts';
import { jointQuery } from '../joint-query.ts';
import { reloadReturns, returnsQuery, type TaxReturn } from '../queries.ts';

const openFirst = msg`Please open your return first and read it.`;
const gone = msg`The file isn’t available right now. We’ll post it again for you. Please check back later.`;
const replaced = msg`We changed this file after we posted it for your review. You can read it, but you can’t approve it yet. We’ll post the new one and email you.`;

const wholeName = ({ first, last }: PersonName) => `${first} ${last}`.trim();

export interface ApprovalProps {
  taxReturn: TaxReturn;
  /** The client's. */
  userId: string;
  mayApprove: boolean;
  /** The names that we know of the person who approves, the likeliest one first. */
  names: readonly PersonName[];
  onPreview: (document: DocumentItem) => void;
}

export function Approval({ taxReturn, userId, mayApprove, names, onPreview }: ApprovalProps) {
  const { document_id: documentId } = taxReturn;
  const office = useOffice();
  const { t } = useLingui();
  const openButton = useRef<HTMLButtonElement>(null);
  /** The SHA-256 of the file that was opened. The approval is for exactly that file. */
  const [seenHash, setSeenHash] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<'opening' | 'approving' | null>(null);
  const { data: joint } = useQuery(jointQuery(taxReturn));
  /** The typed name that differs from our record. */
  const [doubtful, setDoubtful] = useState<string | null>(null);
  const known = [...names, ...(joint?.spouse ? [joint.spouse] : [])].filter(isNamed);
  const isStale = seenHash !== null && seenHash !== taxReturn.document_sha256;
  const message = problem ?? (isStale ? t(messages.file_changed) : null);

  /** Reads the hash before the file is loaded: if the file changes in between, the server refuses the approval. */
  async function open(): Promise<void> {
    setBusy('opening');
    setProblem(null);
    try {
      const [document, returns] = await Promise.all([
        documentId === null ? null : fetchDocument(documentId),
        queryClient.fetchQuery({ ...returnsQuery(userId), staleTime: 0 }),
      ]);
      if (document === null) return setProblem(t(gone));
      const expectedHash = returns.find(({ id }) => id === taxReturn.id)?.document_sha256;
      setSeenHash(document.sha256 === expectedHash ? document.sha256 : null);
      if (document.sha256 !== expectedHash) setProblem(t(replaced));
      onPreview(document);
    } catch (error) {
      setProblem(messageOf(error, t));
    } finally {
      setBusy(null);
    }
  }

  function sign(signature: string): void {
    if (seenHash === null || isStale) {
      setProblem(isStale ? t(messages.file_changed) : (problem ?? t(openFirst)));
      openButton.current?.focus();
    } else if (known.length > 0 && !known.some((name) => isNameOf(signature, name))) setDoubtful(signature);
    else void approve(signature);
  }

  async function approve(signature: string): Promise<void> {
    setDoubtful(null);
    setBusy('approving');
    setProblem(null);
    const { error } = await rest.rpc('approve_return', {
      return_id: taxReturn.id,
      signature,
      seen_sha256: seenHash ?? '',
    });
    if (error) {
      setProblem(messageOf(error, t));
      // The file that was read is not the one that would be approved.
      if (error.details === 'file_changed') setSeenHash(null);
    }
    await reloadReturns(userId);
    setBusy(null);
  }

  return (
    <>
      <ReadFirst
        ownerId={userId}
        documentId={documentId}
        isRead={seenHash !== null && !isStale}
        busy={busy === 'opening'}
        buttonRef={openButton}
        onOpen={() => void open()}
      />
      <Problem>{!mayApprove && message}</Problem>
      {mayApprove && (
        <Card as="section" aria-labelledby="approve">
          <h2 id="approve" className="text-xl">
            <Trans>2. Approve it</Trans>
          </h2>
          <p className="mt-3">{t`By approving, you confirm:`}</p>
          <ul className="mt-2 list-disc space-y-1.5 pl-5">
            <li>{t`I have read this return. To the best of my knowledge, it is true and complete.`}</li>
            <li>{t`${{ office: office.name }} may file it with the IRS for me once the fee is paid.`}</li>
          </ul>
          <p className="mt-4 text-muted">
            <Trans>
              See a mistake, or don’t understand something? Don’t approve it yet. Call us at <SupportPhone />{' '}
              or{' '}
              <SmartLink to={MESSAGES_PATH} className="link">
                write to us
              </SmartLink>
              , and we’ll explain it or correct it.
            </Trans>
          </p>
          <Problem className="mt-5">{message}</Problem>
          {joint?.isJoint && <JointNote spouse={joint.spouse} />}
          <SignatureForm busy={busy === 'approving'} onSign={sign} />
        </Card>
      )}
      {doubtful !== null && (
        <ConfirmDialog
          isOpen
          title={t`Is this your legal name?`}
          confirmLabel={t`Yes, approve my return`}
          cancelLabel={t`Change the name`}
          onConfirm={() => void approve(doubtful)}
          onCancel={() => setDoubtful(null)}
        >
          <Trans>
            You typed “{{ typed: doubtful }}”; our records say “{{ name: known.map(wholeName).join(' / ') }}
            ”.
          </Trans>
        </ConfirmDialog>
      )}
    </>
  );
}

function SignatureForm({ busy, onSign }: { busy: boolean; onSign: (name: string) => void }) {
  const { t } = useLingui();
  const { value, setError, field } = useTyped();

  function sign(): void {
    if (busy) return;
    if (isSignature(value)) onSign(value.trim());
    else setError(t`Please type your first and last name.`);
  }

  return (
    <FieldForm onSubmit={sign} className="mt-5 flex flex-col gap-4">
      <TextField
        label={t`Type your full name`}
        hint={t`This is your signature. We record your name, the time, and where you signed.`}
        autoComplete="name"
        {...field}
        className="max-w-md"
      />
      <Button type="submit" size="large" busy={busy} className="sm:self-start">
        <Trans>Approve my return</Trans>
      </Button>
    </FieldForm>
  );
}

interface ReadFirstProps {
  /** The client's id. */
  ownerId: string;
  documentId: string | null;
  isRead: boolean;
  busy: boolean;
  buttonRef: Ref<HTMLButtonElement>;
  onOpen: () => void;
}

function ReadFirst({ ownerId, documentId, isRead, busy, buttonRef, onOpen }: ReadFirstProps) {
  const { t } = useLingui();
  useLiveDocuments(ownerId);
  const { data: document } = useQuery(documentQuery(ownerId, documentId));
  return (
    <Card as="section" aria-labelledby="read">
      <h2 id="read" className="text-xl">
        <Trans>1. Read your return</Trans>
      </h2>
      <div className="mt-4 flex items-center gap-3">
        <FileText size={32} strokeWidth={1.5} aria-hidden className="shrink-0 text-action" />
        <p className="min-w-0">
          <span className="block font-semibold break-words">{document?.name ?? t`Your return`}</span>
          {document && <span className="figures text-sm text-muted">{t(formatSize(document.size))}</span>}
        </p>
      </div>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button
          ref={buttonRef}
          variant={isRead ? 'secondary' : 'primary'}
          size="large"
          busy={busy}
          onPress={onOpen}
          className="max-sm:w-full"
        >
          {isRead ? t`Open it again` : t`Open my return`}
        </Button>
        {document && (
          <Button
            variant="quiet"
            size="large"
            icon={<Download size={20} aria-hidden />}
            onPress={() => void downloadDocument(ownerId, document, t)}
            className="max-sm:w-full"
          >
            <Trans>Download a copy</Trans>
          </Button>
        )}
      </div>
      <p role="status" className="mt-3 empty:hidden">
        {isRead && (
          <span className="inline-flex items-center gap-2 font-medium text-success">
            <CircleCheck size={20} aria-hidden />
            <Trans>You’ve opened it</Trans>
          </span>
        )}
      </p>
    </Card>
  );
}

/** One of two spouses approves in the portal. */
export function JointNote({ spouse }: { spouse: PersonName | null }) {
  return (
    <p className="mt-5 rounded-card bg-sunken p-4">
      {spouse ? (
        <Trans>
          This is a joint return with {{ spouse: wholeName(spouse) }}. One of you approves it here. The other
          one approves it on paper, and we keep that with the return.
        </Trans>
      ) : (
        <Trans>
          This is a joint return. One of you approves it here. The other one approves it on paper, and we keep
          that with the return.
        </Trans>
      )}
    </p>
  );
}
