import { useLingui } from '@lingui/react/macro';
import { Scissors } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ToggleButton } from 'react-aria-components/ToggleButton';
import { classNames } from '#app/ui/class-names.ts';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { useTyped } from '#app/ui/fields/use-typed.ts';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import {
  cutsOf,
  MAX_PAGES,
  MAX_PARTS,
  type PageRange,
  partsOf,
  rangesText,
  readRanges,
} from '#domain/documents/page-ranges.ts';
import { msg } from '#domain/language/message.ts';
import type { OpenPdf, PDFDocumentProxy } from '../../preview/pdf/pdf-document.ts';
import { type Problem, problemOf } from '../../preview/problem.ts';
import { ProblemNote } from '../../preview/problem-note.tsx';
import { useContent } from '../../preview/use-content.ts';
import type { DocumentItem } from '../../store/document-store.ts';

interface SplitDialogProps {
  ownerId: string;
  item: DocumentItem;
  onSplit: (parts: readonly PageRange[]) => void;
  onClose: () => void;
}

export function SplitDialog({ ownerId, item, onSplit, onClose }: SplitDialogProps) {
  const { t } = useLingui();
  const [pages, setPages] = useState<number | null>(null);
  const { value, setError, field } = useTyped();
  const read = pages === null ? null : readRanges(value, pages);
  const parts = read && 'parts' in read ? read.parts : [];
  const cuts = new Set(cutsOf(parts));

  function open(count: number) {
    setPages(count);
    // A page each is the usual wish for a scan of several papers, and easy to correct.
    field.onChange(
      rangesText(partsOf(count <= MAX_PARTS ? Array.from({ length: count }, (_, i) => i + 1) : [], count)),
    );
  }

  function toggle(after: number) {
    if (pages === null) return;
    const next = new Set(cuts);
    if (!next.delete(after)) next.add(after);
    field.onChange(rangesText(partsOf(next, pages)));
  }

  function submit() {
    if (read === null) return;
    if ('problem' in read) return setError(t(read.problem));
    if (parts.length < 2) return setError(t`Choose at least one place to split.`);
    if (parts.length > MAX_PARTS)
      return setError(t`That’s too many parts. The most is ${{ count: MAX_PARTS }}.`);
    onSplit(parts);
  }

  const isTooLong = pages !== null && pages > MAX_PAGES;
  const isOnePage = pages === 1;
  return (
    <FormDialog
      width="wide"
      title={t`Split ${{ file: item.name }}`}
      action={parts.length > 1 ? t(msg`Split into ${{ count: parts.length }} files`) : t`Split`}
      isReady={pages !== null && !isTooLong && !isOnePage}
      onClose={onClose}
      onSubmit={submit}
      after={<PageThumbnails ownerId={ownerId} item={item} cuts={cuts} onOpen={open} onToggle={toggle} />}
    >
      <TextField
        label={t`Pages of each file`}
        hint={t`Each page is in one file. The original goes to the trash.`}
        {...field}
        error={
          isTooLong
            ? t`This has too many pages. The most is 500.`
            : isOnePage
              ? t`This document has only one page.`
              : field.error
        }
        autoComplete="off"
        autoFocus
      />
    </FormDialog>
  );
}

interface PageThumbnailsProps {
  ownerId: string;
  item: DocumentItem;
  /** The pages after which it is cut, counted from 1. */
  cuts: ReadonlySet<number>;
  /** Called once, with the number of pages. */
  onOpen: (pages: number) => void;
  onToggle: (after: number) => void;
}

/** Pixels, enough to tell forms apart. */
const WIDTH = 108;

function PageThumbnails({ ownerId, item, cuts, onOpen, onToggle }: PageThumbnailsProps) {
  const { t } = useLingui();
  const loaded = useContent(ownerId, item, 0);
  const file = loaded.phase === 'ready' && loaded.content.show === 'pdf' ? loaded.content.file : null;
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null);
  const [failure, setFailure] = useState<Problem | null>(null);
  const opened = useEffectEvent((document: PDFDocumentProxy) => {
    setPdf(document);
    onOpen(document.numPages);
  });

  useEffect(() => {
    if (file === null) return;
    let left = false;
    let open: OpenPdf | undefined;
    const fail = (error: unknown) => !left && setFailure(problemOf(error));
    import('../../preview/pdf/pdf-document.ts')
      .then(async ({ openPdf }) => {
        if (left) return;
        // The server doesn't split a locked PDF either.
        open = openPdf(file, { onLocked: () => !left && setFailure('damaged'), onFailed: fail });
        const document = await open.document;
        if (!left) opened(document);
      })
      .catch(fail);
    return () => {
      left = true;
      open?.close();
    };
  }, [file]);

  const problem = failure ?? (loaded.phase === 'failed' ? loaded.problem : null);
  if (problem !== null || (loaded.phase === 'ready' && file === null)) {
    return <ProblemNote problem={problem ?? 'unsupported'} />;
  }
  if (pdf === null) return <Loading />;
  return (
    <ol aria-label={t`Pages`} className="flex max-h-[45dvh] flex-wrap gap-y-3 overflow-y-auto p-1">
      {Array.from({ length: pdf.numPages }, (_, i) => i + 1).map((page) => (
        <li key={page} className="flex items-stretch">
          <figure className="flex flex-col items-center gap-1">
            <Thumbnail pdf={pdf} page={page} />
            <figcaption className="figures text-sm text-muted">{page}</figcaption>
          </figure>
          {page < pdf.numPages ? (
            <ToggleButton
              aria-label={t`Split after page ${{ page }}`}
              isSelected={cuts.has(page)}
              onChange={() => onToggle(page)}
              className={classNames(
                'group flex w-11 cursor-pointer items-center justify-center rounded-sm text-muted hover:bg-action-soft',
                'selected:text-action',
              )}
            >
              <span className="flex h-full w-0 flex-col items-center justify-center border-l-2 border-dashed border-line group-selected:border-solid group-selected:border-action">
                <Scissors size={18} aria-hidden className="shrink-0 rotate-90 bg-surface" />
              </span>
            </ToggleButton>
          ) : null}
        </li>
      ))}
    </ol>
  );
}

/** Drawn when it comes into view. */
function Thumbnail({ pdf, page: number }: { pdf: PDFDocumentProxy; page: number }) {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = holder.current;
    if (!place) return;
    let left = false;
    let stop = () => {};
    const draw = async () => {
      const page = await pdf.getPage(number);
      if (left) return;
      const scale = WIDTH / page.getViewport({ scale: 1 }).width;
      const viewport = page.getViewport({ scale: scale * Math.min(window.devicePixelRatio || 1, 2) });
      const canvas = document.createElement('canvas');
      canvas.width = Math.max(1, Math.floor(viewport.width));
      canvas.height = Math.max(1, Math.min(Math.floor(viewport.height), 4 * canvas.width));
      canvas.className = 'w-full';
      canvas.setAttribute('aria-hidden', 'true');
      const task = page.render({ canvas, viewport });
      stop = () => task.cancel();
      await task.promise;
      if (!left) place.replaceChildren(canvas);
      page.cleanup();
    };
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      // A damaged page stays white; its number says which one it is.
      draw().catch(() => undefined);
    });
    observer.observe(place);
    return () => {
      left = true;
      observer.disconnect();
      stop();
    };
  }, [pdf, number]);
  return (
    <div
      ref={holder}
      className="min-h-[140px] overflow-hidden border border-line bg-code-paper"
      style={{ width: WIDTH }}
    />
  );
}
