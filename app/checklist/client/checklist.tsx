import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Printer } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { type DocumentItem, documentsQuery } from '#app/documents/queries.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { CHECKLIST_ID } from '#app/shared/portal-paths.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { ProgressBar } from '#app/ui/feedback/progress-bar.tsx';
import { Card } from '#app/ui/layout/card.tsx';
import { isAnswered, type ListedItem, missingByName, progressOf } from '#domain/checklist/state.ts';
import { inWords } from '#domain/language/translate.ts';
import { checklistQuery, useLiveChecklist } from '../queries.ts';
import type { ItemRef } from './answers.ts';
import { ChecklistRow } from './checklist-row.tsx';
import { PrintedChecklist, usePrinting } from './printed-checklist.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { SendDialog } from './send-dialog.tsx';

export interface ChecklistProps {
  userId: string;
  year: number;
  onPreview: (file: DocumentItem) => void;
  onUpload: (item: ItemRef, files: FileList) => void;
  /** The unfinished uploads for an item. */
  renderUploads: (item: ItemRef) => ReactNode;
}

interface OpenDialog {
  kind: 'send' | 'explain';
  item: ListedItem;
}

/** The documents that the client's return needs, each to be sent or marked as not available. Null without a list. */
export function Checklist({ userId, year, onPreview, onUpload, renderUploads }: ChecklistProps) {
  const { t } = useLingui();
  useLiveChecklist(userId);
  const { data, error, refetch } = useQuery(checklistQuery(userId, year));
  const { data: files = [] } = useQuery(documentsQuery(userId));
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const items = data?.items ?? [];
  const { shown, hidden, hiddenNeeded, showAll } = useShortList(items);
  const heading = useFocusOnHash(items.length > 0);
  const { isPrinting, print } = usePrinting();
  const close = () => setDialog(null);
  const refOf = ({ item }: ListedItem): ItemRef => ({ userId, year, item });

  if (error && !data) {
    return (
      <Banner
        kind="danger"
        title={t`We can’t show your document list right now`}
        actions={
          <Button variant="secondary" onPress={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        }
      >
        {messageOf(error, t)}
      </Banner>
    );
  }
  if (items.length === 0) return null;
  const { done, total } = progressOf(items);
  return (
    <Card as="section" aria-labelledby={CHECKLIST_ID} className="print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 ref={heading} id={CHECKLIST_ID} tabIndex={-1} className="scroll-mt-24 text-xl">
          <Trans>Documents we need</Trans>
        </h2>
        <Button variant="quiet" icon={<Printer size={18} aria-hidden />} onPress={print} className="-mx-5">
          <Trans>Print this list</Trans>
        </Button>
        {isPrinting && <PrintedChecklist items={items} year={year} />}
      </div>
      <p className="mt-1 text-muted">
        <Trans>
          For your {year} return. A photo of each page is fine. If you don’t have something, just tell us.
        </Trans>
      </p>
      <ProgressBar
        label={t`Done`}
        value={(done / total) * 100}
        detail={t`${done} of ${total}`}
        className="mt-4 max-w-md"
      />
      {items.every(isAnswered) && (
        <p role="status" className="mt-4 flex items-start gap-3 rounded-card bg-success-soft p-4">
          <CircleCheck size={22} aria-hidden className="mt-0.5 shrink-0 text-success" />
          <span>
            <Trans>
              That’s everything. Thank you! We’ll take a look and email you if something is missing.
            </Trans>
          </span>
        </p>
      )}
      <ul className="mt-3 divide-y divide-line">
        {shown.map((item) => (
          <ChecklistRow
            key={item.item}
            item={item}
            uploads={renderUploads(refOf(item))}
            files={files.filter(({ id }) => id !== null && item.documentIds.includes(id))}
            onSend={() => setDialog({ kind: 'send', item })}
            onExplain={() => setDialog({ kind: 'explain', item })}
            onPreview={onPreview}
          />
        ))}
      </ul>
      {hidden > 0 && (
        <Button
          variant="secondary"
          className="mt-2 w-full sm:w-auto"
          onPress={() => {
            showAll();
            // The button is removed, so the heading takes the focus.
            heading.current?.focus();
          }}
        >
          {hiddenNeeded > 0
            ? t`Show the whole list (${hidden} more, ${hiddenNeeded} still needed)`
            : t`Show the whole list (${hidden} more)`}
        </Button>
      )}
      {dialog?.kind === 'send' && (
        <SendDialog
          itemRef={refOf(dialog.item)}
          item={dialog.item}
          files={files}
          onUpload={onUpload}
          onClose={close}
        />
      )}
      {dialog?.kind === 'explain' && (
        <ReasonDialog itemRef={refOf(dialog.item)} title={inWords(dialog.item.title, t)} onClose={close} />
      )}
    </Card>
  );
}

/** Animation frames after which a navigation has moved the focus to the page's heading. */
const SETTLED_FRAMES = 8;

/** If the URL has the list's fragment: moves the focus to the list as soon as it is loaded. */
function useFocusOnHash(isLoaded: boolean) {
  const { hash } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  const isWanted = isLoaded && hash === `#${CHECKLIST_ID}`;
  useEffect(() => {
    if (!isWanted) return;
    let left = SETTLED_FRAMES;
    let frame = requestAnimationFrame(function wait() {
      left -= 1;
      if (left > 0) {
        frame = requestAnimationFrame(wait);
        return;
      }
      heading.current?.scrollIntoView({ block: 'start' });
      heading.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [isWanted]);
  return heading;
}

/** Shorter lists are shown completely. */
const MAX_SHORT = 8;
/** How many needed items a longer list shows at first. */
const FIRST_ITEMS = 6;

/**
 * The first needed items of a long list, chosen once, so that items don't move while a person works on the list. What
 * the office asks for by name is always shown.
 */
function useShortList(items: readonly ListedItem[]) {
  const [first, setFirst] = useState<ReadonlySet<string> | null>(null);
  const [isAll, setIsAll] = useState(false);
  if (first === null && items.length > 0) {
    const needed = items.filter((item) => !isAnswered(item)).slice(0, FIRST_ITEMS);
    setFirst(new Set(needed.map(({ item }) => item)));
  }
  const asked = new Set(missingByName(items).map(({ item }) => item));
  const isShort = items.length <= MAX_SHORT || items.every(isAnswered);
  const shown =
    isAll || isShort
      ? items
      : items.filter(({ item }) => asked.has(item) || first === null || first.has(item));
  const hidden = items.filter((item) => !shown.includes(item));
  return {
    shown,
    hidden: hidden.length,
    hiddenNeeded: hidden.filter((item) => !isAnswered(item)).length,
    showAll: () => setIsAll(true),
  };
}
