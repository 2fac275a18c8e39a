import { Trans, useLingui } from '@lingui/react/macro';
import { Lock } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useMemo, useState } from 'react';
import { focusOnMount } from '#app/shared/focus/focus-on-mount.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { msg, plural } from '#domain/language/message.ts';
import type { Wording } from '#domain/language/translate.ts';
import { PreviewError, type Problem, problemOf } from '../problem.ts';
import type { RemoteFile } from '../remote-file.ts';
import type { Size, View } from '../view.ts';
import { Viewport, ZOOMED } from '../viewport.tsx';
import { layoutPages, pageAt, pagesBetween } from './page-layout.ts';
import type { OpenPdf, PDFDocumentProxy } from './pdf-document.ts';
import { PdfPage } from './pdf-page.tsx';

interface PdfViewProps {
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

interface PdfPagesProps {
  pdf: PDFDocumentProxy;
  /** The size of all pages until they are loaded. */
  firstPage: Size;
  view: View;
  room: Size;
  area: RefObject<HTMLElement | null>;
}

/** The pages of a PDF. Only those near the visible area are rendered. */
function PdfPages({ pdf, firstPage, view, room, area }: PdfPagesProps) {
  const [known, setKnown] = useState<ReadonlyMap<number, Size>>(new Map([[0, firstPage]]));
  const layout = useMemo(() => {
    const sizes = Array.from({ length: pdf.numPages }, (_, i) => known.get(i) ?? firstPage);
    return layoutPages(sizes, room, view);
  }, [pdf, known, firstPage, room, view]);
  const top = useScrollTop(area);
  const learn = useCallback((index: number, size: Size) => {
    setKnown((all) => {
      const old = all.get(index);
      return old?.width === size.width && old.height === size.height ? all : new Map(all).set(index, size);
    });
  }, []);
  // Half a viewport in both directions.
  const [first, last] = pagesBetween(layout, top - room.height / 2, top + room.height * 1.5);
  const current = pageAt(layout, top + room.height / 2);

  return (
    <>
      <div
        {...{ [ZOOMED]: '' }}
        className="relative mx-auto"
        style={{ width: layout.width, height: layout.height }}
      >
        {first >= 0 &&
          layout.pages
            .slice(first, last + 1)
            .map((box) => <PdfPage key={box.index} pdf={pdf} box={box} turns={view.turns} onSize={learn} />)}
      </div>
      {pdf.numPages > 1 && (
        <p className="figures pointer-events-none sticky bottom-3 left-0 flex w-full justify-center">
          <span className="rounded-full bg-ink px-3 py-1 text-sm text-paper shadow-float">
            <Trans>
              Page {{ number: current + 1 }} of {{ count: layout.pages.length }}
            </Trans>
          </span>
        </p>
      )}
    </>
  );
}

function useScrollTop(area: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    let frame = 0;
    const note = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setTop(element.scrollTop));
    };
    element.addEventListener('scroll', note, { passive: true });
    return () => {
      element.removeEventListener('scroll', note);
      cancelAnimationFrame(frame);
    };
  }, [area]);
  return top;
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
