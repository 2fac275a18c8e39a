import { useLingui } from '@lingui/react/macro';
import { Link2, Unlink2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { StateBadge } from '#app/checklist/state-badge.tsx';
import type { DocumentItem } from '#app/documents/queries.ts';
import { FileIcon } from '#app/shared/drawings/file-icon.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { type ItemState, isAnswered, type ListedItem } from '#domain/checklist/state.ts';
import { msg } from '#domain/language/message.ts';
import { inWords, type Translate } from '#domain/language/translate.ts';
import type { Verdict } from './checklist-actions.ts';
import { RequestForm } from './request-form.tsx';

export interface ReviewRowProps {
  item: ListedItem;
  /** The attached ones. */
  files: readonly DocumentItem[];
  busy: boolean;
  onPreview: (file: DocumentItem) => void;
  onReview: (verdict: Verdict, note?: string) => Promise<boolean>;
  onLink: () => void;
  onUnlink: (file: DocumentItem) => Promise<boolean>;
}

function labelOf(verdict: Verdict, state: ItemState, t: Translate): string {
  if (verdict === 'confirmed') return t(msg`Confirm`);
  if (verdict === 'open') return t(msg`Open again`);
  return state === 'open' ? t(msg`Ask for it`) : t(msg`Ask again`);
}

const possible: Record<ItemState, readonly Verdict[]> = {
  open: ['confirmed', 'asked_again'],
  sent: ['confirmed', 'asked_again'],
  not_available: ['confirmed', 'asked_again'],
  confirmed: ['open'],
  asked_again: ['confirmed', 'open'],
};

export function ReviewRow({ item, files, busy, onPreview, onReview, onLink, onUnlink }: ReviewRowProps) {
  const { t } = useLingui();
  const [isAsking, setIsAsking] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const { state, note, reason } = item;
  const title = inWords(item.title, t);
  const isToConfirm = isAnswered(item) && possible[state].includes('confirmed');

  function close(): void {
    setIsAsking(false);
    row.current?.focus();
  }

  async function review(verdict: Verdict): Promise<void> {
    // The new state may remove the pressed button, so the row takes the focus.
    if (await onReview(verdict)) row.current?.focus();
  }

  async function unlink(file: DocumentItem): Promise<void> {
    if (await onUnlink(file)) row.current?.focus();
  }

  return (
    <li ref={row} tabIndex={-1} aria-label={title} className="flex flex-col gap-1.5 py-1.5 outline-offset-2">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <StateBadge item={item} isStaff />
        <span className="min-w-32 flex-1 font-medium break-words">{title}</span>
        <span className={classNames('-mr-3 flex shrink-0', !isToConfirm && '-ml-3')}>
          {possible[state].map((verdict) => {
            const label = labelOf(verdict, state, t);
            return (
              <Button
                key={verdict}
                size="small"
                variant={verdict === 'confirmed' && isToConfirm ? 'secondary' : 'quiet'}
                aria-label={t`${{ action: label }}: ${title}`}
                isDisabled={busy}
                onPress={() => (verdict === 'asked_again' ? setIsAsking(true) : void review(verdict))}
              >
                {label}
              </Button>
            );
          })}
          <IconButton
            dense
            label={t`Link a file: ${title}`}
            icon={<Link2 size={18} aria-hidden />}
            isDisabled={busy}
            onPress={onLink}
          />
        </span>
      </div>
      {files.length > 0 && (
        <ul className="-ml-3 flex flex-wrap">
          {files.map((file) => (
            <li key={file.key} className="flex max-w-full items-center">
              <Button
                size="small"
                variant="quiet"
                icon={<FileIcon item={file} />}
                onPress={() => onPreview(file)}
                className="max-w-full text-left"
              >
                <span className="min-w-0 break-words">{file.name}</span>
                <span className="sr-only">{t`, open`}</span>
              </Button>
              <IconButton
                dense
                label={t`Take ${{ file: file.name }} off ${{ line: title }}`}
                icon={<Unlink2 size={16} aria-hidden />}
                isDisabled={busy}
                onPress={() => void unlink(file)}
              />
            </li>
          ))}
        </ul>
      )}
      {reason && state === 'not_available' && (
        <p className="break-words text-muted">{t`Client: “${reason}”`}</p>
      )}
      {note && <p className="break-words whitespace-pre-line text-muted">{t`Our note: “${note}”`}</p>}
      {isAsking && (
        <RequestForm
          label={labelOf('asked_again', state, t)}
          busy={busy}
          onCancel={close}
          onRequest={async (_, written) => {
            if (await onReview('asked_again', written)) close();
          }}
        />
      )}
    </li>
  );
}
