import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { type DocumentItem, documentsQuery } from '#app/documents/queries.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { LoadProblem } from '#app/shared/parts/load-problem.tsx';
import { CHECKLIST_ID, CHECKLIST_ITEM } from '#app/shared/portal-paths.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { ProgressBar } from '#app/ui/feedback/progress-bar.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { Card } from '#app/ui/layout/card.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { isAnswered, type ListedItem, progressOf } from '#domain/checklist/state.ts';
import { inWords } from '#domain/language/translate.ts';
import { checklistQuery, useLiveChecklist } from '../queries.ts';
import { answerItem, type ItemRef } from './answers.ts';
import { ChecklistGroups } from './checklist-groups.tsx';
import { ChecklistRow } from './checklist-row.tsx';
import { PrintedChecklist, usePrinting } from './printed-checklist.tsx';
import { SendDialog } from './send-dialog.tsx';

export interface ChecklistProps {
  userId: string;
  year: number;
  /** If it is not the user's own list. */
  clientName?: string | null;
  mayAnswer: boolean;
  /** May send new files for an item, not only those that are here. */
  mayUpload: boolean;
  onPreview: (file: DocumentItem) => void;
  onUpload: (item: ItemRef, files: FileList) => void;
  renderUploads: (item: ItemRef) => ReactNode;
}

interface OpenDialog {
  kind: 'send' | 'explain';
  item: ListedItem;
}

/** The documents that the client's return needs, each to be sent or marked as not available. Null without a list. */
export function Checklist(props: ChecklistProps) {
  const { userId, year, clientName = null, mayAnswer, mayUpload, onPreview, onUpload, renderUploads } = props;
  const { t } = useLingui();
  useLiveChecklist(userId);
  const { data, error, refetch } = useQuery(checklistQuery(userId, year));
  const { data: files = [] } = useQuery(documentsQuery(userId));
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const items = data?.items ?? [];
  const wanted = useSearchParams()[0].get(CHECKLIST_ITEM);
  const linked = items.some(({ item }) => item === wanted) ? wanted : null;
  const { heading, row } = useFocusOnHash(items.length > 0);
  const { isPrinting, print } = usePrinting();
  const close = () => setDialog(null);
  const refOf = ({ item, title }: ListedItem): ItemRef => ({
    userId,
    year,
    item,
    title: inWords(title, t),
    clientName,
  });

  if (error && !data) {
    return (
      <LoadProblem title={t`We can’t show your document list right now`} onRetry={refetch}>
        {messageOf(error, t)}
      </LoadProblem>
    );
  }
  // Its page reserves room until something is here.
  if (items.length === 0) return data ? <span hidden /> : null;
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
      {!mayAnswer && <p className="mt-3">{t`You can see this list, but not answer it.`}</p>}
      {items.every(isAnswered) && (
        <Banner kind="success" announce className="mt-4">
          <Trans>
            That’s everything. Thank you! We’ll take a look and email you if something is missing.
          </Trans>
        </Banner>
      )}
      <ChecklistGroups
        items={items}
        clientName={clientName}
        linked={linked}
        renderItem={(item) => (
          <ChecklistRow
            key={item.item}
            item={item}
            ref={item.item === linked ? row : undefined}
            isLinked={item.item === linked}
            mayAnswer={mayAnswer}
            uploads={renderUploads(refOf(item))}
            files={files.filter(({ id }) => id !== null && item.documentIds.includes(id))}
            onSend={() => setDialog({ kind: 'send', item })}
            onExplain={() => setDialog({ kind: 'explain', item })}
            onPreview={onPreview}
          />
        )}
      />
      {dialog?.kind === 'send' && (
        <SendDialog
          itemRef={refOf(dialog.item)}
          item={dialog.item}
          files={files}
          {...(mayUpload && { onUpload })}
          onClose={close}
        />
      )}
      {dialog?.kind === 'explain' && (
        <ReasonDialog itemRef={refOf(dialog.item)} title={inWords(dialog.item.title, t)} onClose={close} />
      )}
    </Card>
  );
}

const MAX_LENGTH = 1000;

interface ReasonDialogProps {
  itemRef: ItemRef;
  title: string;
  onClose: () => void;
}

/** Asks why the client doesn't have a document. */
function ReasonDialog({ itemRef, title, onClose }: ReasonDialogProps) {
  const { t } = useLingui();
  const [why, setWhy] = useState('');
  const { run, busy, problem, setProblem } = useAction();

  async function save(): Promise<void> {
    if (why.trim() === '') return setProblem(t`Please write a few words so we know what to do next.`);
    if (await run(() => answerItem(itemRef, { state: 'not_available', why: why.trim() }))) onClose();
  }

  return (
    <FormDialog
      title={t`You don’t have it: ${title}`}
      action={<Trans>Save my answer</Trans>}
      busy={busy}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <TextField
        label={t`Why don’t you have it?`}
        hint={t`For example: “I didn’t have any,” “It hasn’t come yet,” or “I lost it.”`}
        rows={3}
        maxLength={MAX_LENGTH}
        value={why}
        onChange={(value) => {
          setWhy(value);
          setProblem(null);
        }}
        error={problem ?? undefined}
        autoFocus
      />
    </FormDialog>
  );
}

/** Animation frames after which a navigation has moved the focus to the page's heading. */
const SETTLED_FRAMES = 8;

/** If the URL has the list's fragment: moves the focus to the list, or to its linked line, as soon as it is loaded. */
function useFocusOnHash(isLoaded: boolean) {
  const { hash } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  const row = useRef<HTMLLIElement>(null);
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
      const target = row.current ?? heading.current;
      target?.scrollIntoView({ block: 'start' });
      target?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [isWanted]);
  return { heading, row };
}
