import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { dataOf } from '#app/shared/api/done.ts';
import { isConnectionError, messageOf } from '#app/shared/api/error-wording.ts';
import { rest } from '#app/shared/api/rest.ts';
import { messageProblem } from '#domain/conversation/message.ts';
import { storageKey } from '#domain/documents/folders.ts';
import { type AttachedDocument, reloadThread } from '../queries.ts';
import type { AttachmentUploads, UploadPlace } from './attachment-uploads.ts';
import { blankDraft, type MessageDraft, messageDraft } from './message-draft.ts';
import { noteOpenPlace } from './open-places.ts';
import { useOnline } from './use-online.ts';

export interface UseComposerOptions {
  userId: string;
  /** Its key names the draft. */
  place: UploadPlace;
  uploads: AttachmentUploads;
  /** Throws the API's error. `isConfirmed`: the person was asked, and wants to send it. */
  post: (message: MessageDraft, isConfirmed: boolean) => Promise<void>;
  /** Whether the thread on the screen has this message. */
  isPosted: (id: string) => boolean;
}

export function useComposer({ userId, place, uploads, post, isPosted }: UseComposerOptions) {
  const { t } = useLingui();
  const stored = messageDraft(userId, place.key);
  const [draft, setDraft] = useState(stored.read);
  // Two files may arrive between two renders.
  const latest = useRef(draft);
  const [problem, setProblem] = useState('');
  const [fileProblem, setFileProblem] = useState('');
  const [sentCount, setSentCount] = useState(0);
  const sending = useMutation({
    mutationFn: ({ message, isConfirmed }: { message: MessageDraft; isConfirmed: boolean }) =>
      post(message, isConfirmed),
    onSuccess: (_posted, { message }) => settle(message.documents),
    // Without an answer, it may have been posted: the same one is sent again. A refusal is for the person to read.
    onError: (error) => save({ ...latest.current, isWaiting: isConnectionError(error) && !navigator.onLine }),
    onSettled: () => reloadThread(place.clientId),
  });

  function save(next: MessageDraft): void {
    latest.current = next;
    setDraft(next);
    stored.save(next);
  }

  /** A changed message is another one than the one that may have been posted. */
  function change(changes: Partial<MessageDraft>): void {
    if (sending.isError) sending.reset();
    setProblem('');
    save({ ...latest.current, ...changes, id: '', isWaiting: false });
  }

  /** What was attached while the message was being sent stays for the next one. */
  function settle(sent: readonly AttachedDocument[]): void {
    const documents = latest.current.documents.filter(({ id }) => !sent.some((one) => one.id === id));
    save({ ...blankDraft, documents });
    setSentCount((count) => count + 1);
  }

  const add = useEffectEvent((file: AttachedDocument) => {
    const { documents } = latest.current;
    if (!documents.some(({ id }) => id === file.id)) change({ documents: [...documents, file] });
  });
  const fail = useEffectEvent((error: unknown) => setFileProblem(messageOf(error, t)));
  const find = useEffectEvent((path: string) => {
    findDocument(place.clientId, path).then(
      (file) => add(file),
      (error: unknown) => fail(error),
    );
  });
  useEffect(() => uploads.onStored(place.key, (path) => find(path)), [uploads, place.key]);

  // The message was posted, and only the response was lost.
  const isLate = draft.id !== '' && !sending.isPending && isPosted(draft.id);
  const settleLate = useEffectEvent(() => {
    sending.reset();
    settle(draft.documents);
  });
  useEffect(() => {
    if (isLate) settleLate();
  }, [isLate]);

  function send(isConfirmed = false): void {
    if (sending.isPending) return;
    if (uploads.isUploading(place)) {
      setProblem(t`Please wait until your file is uploaded`);
      return;
    }
    const found = messageProblem(draft.text, draft.documents.length);
    if (found) {
      setProblem(t(found));
      return;
    }
    // Kept before it is sent: after a reload, the same message is sent again.
    const tried = {
      ...draft,
      id: draft.id || crypto.randomUUID(),
      clientId: place.clientId,
      isWaiting: !navigator.onLine,
    };
    save(tried);
    if (tried.isWaiting) return;
    sending.mutate({ message: tried, isConfirmed });
  }

  // Or else WaitingMessages would send it.
  useEffect(() => noteOpenPlace(place.key), [place.key]);
  // Also after a reload.
  const isDue = useOnline() && draft.isWaiting && !sending.isPending;
  const sendWaiting = useEffectEvent(() => send());
  useEffect(() => {
    if (isDue) sendWaiting();
  }, [isDue]);

  return {
    draft,
    /** Takes back a message that waits for a connection. */
    hold: () => save({ ...latest.current, isWaiting: false }),
    write: (text: string) => change({ text }),
    choose: (options: Partial<Pick<MessageDraft, 'isQuestion' | 'about'>>) => change(options),
    detach: (id: string) => change({ documents: draft.documents.filter((file) => file.id !== id) }),
    attach: (files: Iterable<File>) => {
      setFileProblem('');
      uploads.send(place, files);
    },
    send,
    isSending: sending.isPending,
    problem,
    fileProblem,
    error: sending.error,
    forgetError: sending.reset,
    sentCount,
  };
}

const findDocument = (clientId: string, path: string): Promise<AttachedDocument> =>
  dataOf(
    rest
      .from('file_uploads')
      .select('id, name:file_name')
      .eq('file_path', storageKey(clientId, path))
      .single(),
  );
