import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
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
import type { DocumentItem } from '../../store/document-store.ts';
import { PageThumbnails } from './page-thumbnails.tsx';

export interface SplitDialogProps {
  ownerId: string;
  item: DocumentItem;
  onSplit: (item: DocumentItem, parts: readonly PageRange[]) => void;
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
    onSplit(item, parts);
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
