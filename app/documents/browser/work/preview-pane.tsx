import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { Fragment, Suspense, useEffect, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { useDates } from '#app/shared/format/dates.ts';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import type { ItemState } from '#domain/checklist/state.ts';
import { msg } from '#domain/language/message.ts';
import { inWords } from '#domain/language/translate.ts';
import { FileView, PreviewControls, usePreview } from '../../preview/use-preview.tsx';
import type { DocumentItem } from '../../store/document-store.ts';
import { workTools } from '../work-keys.ts';
import type { FolderTools } from './use-folder-work.ts';

export interface PreviewPaneProps {
  ownerId: string;
  tools: FolderTools;
  isLocked: boolean;
  onDownload: (item: DocumentItem) => void;
  onClose: () => void;
}

/** Someone who goes through the rows quickly opens, and records, only where they stop. */
const SETTLE_MS = 250;

export function PreviewPane(props: PreviewPaneProps) {
  const { ownerId, tools, isLocked, onDownload, onClose } = props;
  const { shown: item } = tools;
  const { t } = useLingui();
  const shown = useSettled(item);
  return (
    <section
      aria-label={t`Preview beside the list`}
      onKeyDown={(event) => {
        // The keys of the list work here, too.
        if (tools.onKey(event.nativeEvent, item?.key)) event.preventDefault();
      }}
      className="sticky top-(--top-bar) flex h-[calc(100dvh-var(--top-bar)-5rem)] min-w-0 flex-col overflow-clip rounded-card border border-line bg-surface"
    >
      <header className="flex items-center gap-1 border-b border-line py-1 pr-1 pl-3">
        <p className="min-w-0 flex-1 truncate text-sm font-semibold" title={item?.name}>
          {item?.name ?? t`Preview`}
        </p>
        <IconButton dense label={t`Close the preview`} icon={<X size={18} aria-hidden />} onPress={onClose} />
      </header>
      {item ? <WorkTools key={item.key} item={item} tools={tools} isLocked={isLocked} /> : null}
      {shown && item ? (
        <Shown
          key={`${shown.key} ${shown.sha256}`}
          ownerId={ownerId}
          item={shown}
          onDownload={onDownload}
          onStep={tools.step}
        />
      ) : (
        <p className="p-4 text-sm text-muted">
          <Trans>Move through the list with ↑ and ↓ to see each file here.</Trans>
        </p>
      )}
    </section>
  );
}

function useSettled(item: DocumentItem | undefined): DocumentItem | undefined {
  const [settled, setSettled] = useState(item);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(item), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [item]);
  return settled;
}

/** What staff see of a line whose document is here. */
const lineStates: Record<ItemState, MessageDescriptor> = {
  open: msg({ message: 'open', context: 'line of the list' }),
  sent: msg({ message: 'sent', context: 'line of the list' }),
  not_available: msg({ message: 'not available', context: 'line of the list' }),
  confirmed: msg({ message: 'confirmed', context: 'line of the list' }),
  asked_again: msg({ message: 'asked for again', context: 'line of the list' }),
};

type WorkToolsProps = Pick<PreviewPaneProps, 'tools' | 'isLocked'> & { item: DocumentItem };

function WorkTools({ item, tools: { work, handlers }, isLocked }: WorkToolsProps) {
  const { t } = useLingui();
  const { recentDate } = useDates();
  const used = item.id === null ? undefined : work.used.get(item.id);
  const lines = work.linesOf(item);
  return (
    <div className="border-b border-line px-1 pb-1">
      <div
        role="toolbar"
        aria-label={t`Work on ${{ file: item.name }}`}
        className="flex flex-wrap items-center"
      >
        <kbd aria-hidden className="pl-2 pr-1 font-sans text-xs text-muted">
          Alt+
        </kbd>
        {workTools.map(({ id, key, icon: Icon, label }) =>
          id === 'onSeen' ? null : (
            <AriaButton
              key={id}
              // With the key, since it is in sight.
              aria-label={`${id !== 'onUsed' ? t(label) : used ? t`Mark as not used` : t`Mark as used`}, Alt+${key}`}
              isDisabled={isLocked}
              onPress={() => handlers[id](item)}
              className="inline-flex min-h-8 shrink-0 cursor-pointer items-center gap-1 rounded-control px-1.5 text-muted hover:bg-action-soft hover:text-ink disabled:cursor-not-allowed disabled:opacity-50"
            >
              <Icon size={18} aria-hidden />
              <kbd
                aria-hidden
                className="rounded-sm border border-line bg-sunken px-1 font-sans text-xs leading-5 whitespace-nowrap"
              >
                {key}
              </kbd>
            </AriaButton>
          ),
        )}
      </div>
      <p className="px-2 text-xs text-muted">
        {lines.length === 0 && <Trans>On no line of the list</Trans>}
        {lines.map((line, i) => (
          <Fragment key={line.item}>
            {i > 0 && ', '}
            {work.titleOf(line)}
            {line.state !== 'sent' && ` (${inWords(lineStates[line.state], t)})`}
          </Fragment>
        ))}
        {used && (
          <>
            {' · '}
            <Trans>
              Used: {{ name: used.by }}, {{ date: recentDate(used.at) }}
            </Trans>
          </>
        )}
      </p>
    </div>
  );
}

interface ShownProps {
  ownerId: string;
  item: DocumentItem;
  onDownload: (item: DocumentItem) => void;
  onStep: (by: -1 | 1) => void;
}

function Shown({ ownerId, item, onDownload, onStep }: ShownProps) {
  const { t } = useLingui();
  const { said, controls, fileView } = usePreview();
  return (
    <>
      <div className="relative min-h-0 flex-1 bg-sunken">
        <Suspense fallback={<Loading />}>
          <FileView ownerId={ownerId} item={item} onDownload={onDownload} {...fileView} />
        </Suspense>
      </div>
      <PreviewControls {...controls} several onPrevious={() => onStep(-1)} onNext={() => onStep(1)} />
      <p role="status" className="sr-only">
        {inWords(said, t)}
      </p>
    </>
  );
}
