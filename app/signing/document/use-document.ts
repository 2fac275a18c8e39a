import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { useEffect, useState } from 'react';
import { fetchDocument, loadPdfOpener, type WholePdf } from '#app/documents/queries.ts';

export type Pdf = WholePdf['pdf'];

export interface OpenedDocument {
  readonly pdf: Pdf;
  readonly name: string;
  /** Of the bytes that this device has opened. */
  readonly sha256: string;
}

const NOTHING = { wanted: '', opened: null, error: null };

/** Opens a stored PDF. */
export function useDocument(ownerId: string, documentId: string) {
  const [attempt, setAttempt] = useState(0);
  const wanted = `${ownerId} ${documentId} ${attempt}`;
  const [held, setHeld] = useState<{ wanted: string; opened: OpenedDocument | null; error: unknown }>(
    NOTHING,
  );
  useEffect(() => {
    const leaving = new AbortController();
    let whole: WholePdf | undefined;
    const open = async () => {
      const [document, { openWholePdf }] = await Promise.all([fetchDocument(documentId), loadPdfOpener()]);
      if (!document) throw new Error('the document is gone');
      whole = await openWholePdf(ownerId, document.path, leaving.signal);
      if (leaving.signal.aborted) {
        whole.close();
        return;
      }
      const { pdf, bytes } = whole;
      const opened = { pdf, name: document.name, sha256: bytesToHex(sha256(bytes)) };
      setHeld({ wanted, opened, error: null });
    };
    open().catch((error: unknown) => {
      if (!leaving.signal.aborted) setHeld({ wanted, opened: null, error });
    });
    return () => {
      leaving.abort();
      whole?.close();
    };
  }, [ownerId, documentId, wanted]);
  // The state may still be that of another document.
  const { opened, error } = held.wanted === wanted ? held : NOTHING;
  return { opened, error, retry: () => setAttempt(attempt + 1) };
}
