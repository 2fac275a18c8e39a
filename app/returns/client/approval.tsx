import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { business } from '#app/business.ts';
import { type DocumentItem, fetchDocument } from '#app/documents/queries.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { supabase } from '#app/shared/api/supabase.ts';
import { SupportPhone } from '#app/shared/support-phone.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Card } from '#app/ui/layout/card.tsx';
import { returnsQuery, type TaxReturn } from '../queries.ts';
import { ReadFirst } from './read-first.tsx';
import { SignatureForm } from './signature-form.tsx';

const openFirst = 'Please open your return first and read it.';
/** The server's message, too, if the file changes while it is open. */
const changed = 'The file has changed since you opened it. Please look at it again.';
const gone = 'The file is not there at the moment. We will post it again for you. Please come back later.';
const replaced =
  'We changed this file after we posted it for your review. You can read it, but not approve it yet. We will post the new one and email you.';

export interface ApprovalProps {
  taxReturn: TaxReturn;
  userId: string;
  onPreview: (document: DocumentItem) => void;
}

/** The client reads the return, then approves exactly the file that was read. */
export function Approval({ taxReturn, userId, onPreview }: ApprovalProps) {
  const queryClient = useQueryClient();
  const openButton = useRef<HTMLButtonElement>(null);
  /** The SHA-256 of the file that was opened. The approval is for exactly that file. */
  const [seenHash, setSeenHash] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<'opening' | 'approving' | null>(null);
  const isStale = seenHash !== null && seenHash !== taxReturn.document_sha256;
  const message = problem ?? (isStale ? changed : null);

  /** Reads the hash before the file is loaded: if the file changes in between, the server refuses the approval. */
  async function open(): Promise<void> {
    setBusy('opening');
    setProblem(null);
    try {
      const [document, returns] = await Promise.all([
        taxReturn.document_id === null ? null : fetchDocument(taxReturn.document_id),
        queryClient.fetchQuery({ ...returnsQuery(userId), staleTime: 0 }),
      ]);
      if (document === null) return setProblem(gone);
      const expectedHash = returns.find(({ id }) => id === taxReturn.id)?.document_sha256;
      setSeenHash(document.sha256 === expectedHash ? document.sha256 : null);
      if (document.sha256 !== expectedHash) setProblem(replaced);
      onPreview(document);
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(null);
    }
  }

  async function approve(signature: string): Promise<void> {
    if (seenHash === null || isStale) {
      setProblem(isStale ? changed : (problem ?? openFirst));
      openButton.current?.focus();
      return;
    }
    setBusy('approving');
    setProblem(null);
    const { error } = await supabase.rpc('approve_return', {
      return_id: taxReturn.id,
      signature,
      seen_sha256: seenHash,
    });
    if (error) {
      setProblem(messageOf(error));
      // The file that was read is not the one that would be approved.
      if (error.message === changed) setSeenHash(null);
    }
    await queryClient.invalidateQueries({ queryKey: returnsQuery(userId).queryKey });
    setBusy(null);
  }

  return (
    <>
      <ReadFirst
        documentId={taxReturn.document_id}
        isRead={seenHash !== null && !isStale}
        busy={busy === 'opening'}
        buttonRef={openButton}
        onOpen={() => void open()}
      />
      <Card as="section" aria-labelledby="approve">
        <h2 id="approve" className="text-xl">
          2. Approve it
        </h2>
        <p className="mt-3">By approving, you declare:</p>
        <ul className="mt-2 list-disc space-y-1.5 pl-5">
          <li>I have read this return, and as far as I know it is true and complete.</li>
          <li>{business.name} may send it to the tax office for me, once the fee is paid.</li>
        </ul>
        <p className="mt-4 text-muted">
          Something is wrong, or you don’t understand it? Don’t approve it yet. Call us at <SupportPhone /> or{' '}
          <SmartLink to="/contact-us" className="link">
            write to us
          </SmartLink>
          : we explain it, or correct it.
        </p>
        {message !== null && (
          <Banner kind="danger" announce className="mt-5">
            {message}
          </Banner>
        )}
        <SignatureForm busy={busy === 'approving'} onSign={(name) => void approve(name)} />
      </Card>
    </>
  );
}
