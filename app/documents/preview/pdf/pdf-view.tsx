import { Trans, useLingui } from '@lingui/react/macro';
import { Lock } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { focusOnMount } from '#app/shared/focus/focus-on-mount.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { msg, plural } from '#domain/language/message.ts';
import type { Wording } from '#domain/language/translate.ts';
import { PreviewError, type Problem, problemOf } from '../problem.ts';
import type { RemoteFile } from '../remote-file.ts';
import type { Size, View } from '../view.ts';
import { Viewport } from '../viewport.tsx';
import type { OpenPdf, PDFDocumentProxy } from './pdf-document.ts';
import { PdfPages } from './pdf-pages.tsx';

export interface PdfViewProps {
  name: string;
  file: RemoteFile;
  view: View;
  onZoom: (factor: number) => void;
  onProblem: (problem: Problem) => void;
  announce: (text: Wording) => void;
}

type Stage =
  | { readonly at: 'opening' }
  | { readonly at: 'locked'; readonly unlock: (password: string) => void; readonly isRetry: boolean }
  | { readonly at: 'open'; readonly pdf: PDFDocumentProxy; readonly firstPage: Size };

export function PdfView({ name, file, view, onZoom, onProblem, announce }: PdfViewProps) {
  const { t } = useLingui();
  const [stage, setStage] = useState<Stage>({ at: 'opening' });
  const fail = useCallback((error: unknown) => onProblem(problemOf(error)), [onProblem]);

  useEffect(() => {
    let left = false;
    let opened: OpenPdf | undefined;
    const open = async () => {
      const { openPdf } = await import('./pdf-document.ts').catch((error: unknown) => {
        throw new PreviewError('unavailable', { cause: error });
      });
      if (left) return;
      opened = openPdf(file, {
        onLocked: (unlock, isRetry) => !left && setStage({ at: 'locked', unlock, isRetry }),
        onFailed: fail,
      });
      const pdf = await opened.document;
      const page = await pdf.getPage(1);
      const { width, height } = page.getViewport({ scale: 1 });
      if (left) return;
      setStage({ at: 'open', pdf, firstPage: { width, height } });
      announce(msg`${plural({ count: pdf.numPages }, { one: 'One page', other: '# pages' })}`);
    };
    open().catch((error: unknown) => {
      if (!left) fail(error);
    });
    return () => {
      left = true;
      opened?.close();
    };
  }, [file, fail, announce]);

  if (stage.at === 'opening') return <Loading />;
  if (stage.at === 'locked') {
    return (
      <PasswordForm
        isRetry={stage.isRetry}
        onUnlock={(password) => {
          setStage({ at: 'opening' });
          stage.unlock(password);
        }}
      />
    );
  }
  const { pdf, firstPage } = stage;
  return (
    <Viewport label={t`Pages of ${name}`} view={view} onZoom={onZoom}>
      {(room, area) => <PdfPages pdf={pdf} firstPage={firstPage} view={view} room={room} area={area} />}
    </Viewport>
  );
}

/** Asks for the password of a locked PDF. It stays in this window. */
function PasswordForm({ isRetry, onUnlock }: { isRetry: boolean; onUnlock: (password: string) => void }) {
  const { t } = useLingui();
  const [password, setPassword] = useState('');
  return (
    <form
      className="mx-auto flex h-full max-w-md flex-col justify-center gap-4 overflow-auto p-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (password !== '') onUnlock(password);
      }}
    >
      <Lock size={40} strokeWidth={1.5} aria-hidden className="text-muted" />
      <p className="text-lg font-semibold">{t`This PDF is locked with a password`}</p>
      <p className="text-muted">
        <Trans>
          The sender chose the password. It’s often in the letter or email that came with the file. We only
          use it to show you the file here. We don’t send or save it.
        </Trans>
      </p>
      <TextField
        inputRef={focusOnMount}
        label={t`Password for this PDF`}
        type="password"
        autoComplete="off"
        value={password}
        onChange={setPassword}
        {...(isRetry ? { error: t`That’s not the right password. Please try again.` } : {})}
      />
      <Button type="submit">{t`Open the PDF`}</Button>
    </form>
  );
}
