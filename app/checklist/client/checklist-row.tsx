import { Trans, useLingui } from '@lingui/react/macro';
import { MessageSquareText } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import type { DocumentItem } from '#app/documents/queries.ts';
import { FileIcon } from '#app/shared/drawings/file-icon.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import type { ListedItem } from '#domain/checklist/state.ts';
import { msg } from '#domain/language/message.ts';
import { inWords, type Translate } from '#domain/language/translate.ts';
import { StateBadge } from '../state-badge.tsx';

export interface ChecklistRowProps {
  item: ListedItem;
  ref?: Ref<HTMLLIElement> | undefined;
  /** The address leads to it. */
  isLinked: boolean;
  mayAnswer: boolean;
  /** The attached ones. */
  files: readonly DocumentItem[];
  /** The unfinished uploads. */
  uploads: ReactNode;
  onSend: () => void;
  onExplain: () => void;
  onPreview: (file: DocumentItem) => void;
}

export function ChecklistRow(props: ChecklistRowProps) {
  const { item, ref, isLinked, mayAnswer, files, uploads, onSend, onExplain, onPreview } = props;
  const { t } = useLingui();
  const { why, ifAny, state, note, reason } = item;
  const title = inWords(item.title, t);
  const action = actionOf(state, t);
  const isNeeded = state === 'open' || state === 'asked_again';
  return (
    <li
      ref={ref}
      {...(isLinked && { tabIndex: -1, 'aria-label': title })}
      className={classNames('scroll-mt-24 py-4', isLinked && '-mx-3 rounded-control bg-info-soft px-3')}
    >
      <div className="flex flex-col gap-x-6 gap-y-3 md:flex-row md:items-start md:justify-between">
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h4 className="font-sans text-base font-semibold break-words">{title}</h4>
            <StateBadge item={item} />
          </div>
          {note && isNeeded && (
            <p className="mt-2 flex items-start gap-2 rounded-control bg-warning-soft px-3 py-2 break-words whitespace-pre-line">
              <MessageSquareText size={18} aria-hidden className="mt-1 shrink-0 text-warning" />
              <span className="min-w-0">
                <Trans>
                  <span className="font-semibold">We wrote:</span> {note}
                </Trans>
              </span>
            </p>
          )}
          {isNeeded && why && (
            <p className="mt-1 text-sm text-muted">
              {ifAny && <Trans>Only if you have one.</Trans>} {inWords(why, t)}
            </p>
          )}
          {reason && state === 'not_available' && (
            <p className="mt-1 text-sm break-words text-muted">{t`You wrote: ${reason}`}</p>
          )}
          {files.length > 0 && (
            <ul className="mt-1 -ml-5 flex flex-col items-start">
              {files.map((file) => (
                <li key={file.key} className="max-w-full">
                  <Button
                    variant="quiet"
                    icon={<FileIcon item={file} />}
                    onPress={() => onPreview(file)}
                    className="max-w-full text-left text-sm font-medium"
                  >
                    <span className="min-w-0 break-words">{file.name}</span>
                    <span className="sr-only">{t`, open`}</span>
                  </Button>
                </li>
              ))}
            </ul>
          )}
          {uploads}
        </div>
        {mayAnswer && state !== 'confirmed' && (
          <div className="flex shrink-0 flex-wrap gap-2">
            <Button variant={variantOf[state]} onPress={onSend} aria-label={t`${action}: ${title}`}>
              {action}
            </Button>
            {isNeeded && (
              <Button variant="quiet" onPress={onExplain} aria-label={t`I don’t have it: ${title}`}>
                <Trans>I don’t have it</Trans>
              </Button>
            )}
          </div>
        )}
      </div>
    </li>
  );
}

/** The office is waiting for what it asked for again. */
const variantOf = {
  asked_again: 'primary',
  open: 'secondary',
  sent: 'quiet',
  not_available: 'quiet',
} as const;

function actionOf(state: ListedItem['state'], t: Translate): string {
  if (state === 'sent') return t(msg`Change`);
  return state === 'not_available' ? t(msg`I have it now`) : t(msg`Send it`);
}
