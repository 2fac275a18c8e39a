import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#app/ui/actions/button.tsx';
import { OptionList } from '#app/ui/fields/option-list.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { likelyLine } from '#domain/checklist/likely-line.ts';
import type { ListedItem } from '#domain/checklist/state.ts';
import type { DocumentItem } from '../../store/document-store.ts';
import type { WorkDialog } from '../dialogs/open-dialog.ts';
import { JoinDialog } from './join-dialog.tsx';
import { SplitDialog } from './split-dialog.tsx';
import type { FolderTools } from './use-folder-work.ts';

export interface WorkDialogsProps {
  openDialog: WorkDialog;
  ownerId: string;
  tools: FolderTools;
  onClose: () => void;
}

export function WorkDialogs({ openDialog, ownerId, tools, onClose }: WorkDialogsProps) {
  const { work } = tools;
  switch (openDialog.kind) {
    case 'split':
      return (
        <SplitDialog ownerId={ownerId} item={openDialog.item} onSplit={tools.onSplit} onClose={onClose} />
      );
    case 'join':
      return <JoinDialog items={openDialog.items} onJoin={tools.onJoin} onClose={onClose} />;
    case 'ask':
      return <AskDialog line={openDialog.line} tools={tools} onClose={onClose} />;
    case 'line':
      return <LineDialog item={openDialog.item} work={work} onMove={tools.onLine} onClose={onClose} />;
  }
}

/** The database's limit. */
const MAX_NOTE_LENGTH = 1000;

/** Asks the client for a document again. The reason is optional. */
function AskDialog({
  line,
  tools,
  onClose,
}: Omit<WorkDialogsProps, 'ownerId' | 'openDialog'> & { line: ListedItem }) {
  const { t } = useLingui();
  const [note, setNote] = useState('');

  return (
    <FormDialog
      title={t`Ask again for “${{ title: tools.work.titleOf(line) }}”`}
      action={t`Ask again`}
      onClose={onClose}
      onSubmit={() => tools.onAsk(line, note)}
    >
      <TextField
        label={t`Note to the client`}
        hint={t`For example, that a page is missing. We email it with the request.`}
        optional
        maxLength={MAX_NOTE_LENGTH}
        value={note}
        onChange={setNote}
        autoComplete="off"
        autoFocus
      />
    </FormDialog>
  );
}

interface LineDialogProps {
  item: DocumentItem;
  work: FolderTools['work'];
  /** Whether the file also gets the name of the line. */
  onMove: FolderTools['onLine'];
  onClose: () => void;
}

const titled = (titleOf: (line: ListedItem) => string) => (line: ListedItem) => ({
  ...line,
  title: titleOf(line),
});

/** No line has this id. */
const OFF = '';

/** Asks for the line of the checklist that a document belongs to. */
function LineDialog({ item, work, onMove, onClose }: LineDialogProps) {
  const { t } = useLingui();
  const current = work.linesOf(item).map((line) => line.item);
  const guess = current.length > 0 ? null : likelyLine(item.name, work.lines.map(titled(work.titleOf)));
  const [chosen, setChosen] = useState<string | null>(guess?.item ?? null);
  const line = work.lines.find((one) => one.item === chosen) ?? null;
  const options = [
    ...work.lines.map((one) => ({
      id: one.item,
      label: work.titleOf(one),
      ...(current.includes(one.item) && { hint: t`is here now`, isDisabled: current.length === 1 }),
    })),
    ...(current.length > 0 ? [{ id: OFF, label: t`Off the list` }] : []),
  ];
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Move to a line of the list`}
      actions={
        <>
          <Button variant="secondary" onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="secondary" isDisabled={line === null} onPress={() => onMove(item, line, true)}>
            <Trans>Move and rename</Trans>
          </Button>
          <Button
            isDisabled={chosen === null}
            autoFocus={guess !== null}
            onPress={() => onMove(item, line, false)}
          >
            <Trans>Move</Trans>
          </Button>
        </>
      }
    >
      <p className="break-words text-muted">{t`${{ item: item.name }}: choose the line it belongs to.`}</p>
      {work.lines.length === 0 ? (
        <p>{t`The list is empty. It depends on the client’s tax form.`}</p>
      ) : (
        <OptionList label={t`Line of the list`} options={options} value={chosen} onChange={setChosen} />
      )}
    </Dialog>
  );
}
