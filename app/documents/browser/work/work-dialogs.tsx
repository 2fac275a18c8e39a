import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FileIcon } from '#app/shared/drawings/file-icon.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { OptionList } from '#app/ui/fields/option-list.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { useTyped } from '#app/ui/fields/use-typed.ts';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { likelyLine } from '#domain/checklist/likely-line.ts';
import type { ListedItem } from '#domain/checklist/state.ts';
import { completeName, nameProblem, splitName } from '#domain/documents/file-names.ts';
import type { PageRange } from '#domain/documents/page-ranges.ts';
import { msg } from '#domain/language/message.ts';
import type { DocumentItem } from '../../store/document-store.ts';
import type { WorkDialog } from '../dialogs/open-dialog.ts';
import { SplitDialog } from './split-dialog.tsx';
import type { FolderTools } from './use-folder-work.ts';

interface WorkDialogsProps {
  openDialog: WorkDialog;
  ownerId: string;
  tools: FolderTools;
  onClose: () => void;
}

export function WorkDialogs({ openDialog, ownerId, tools, onClose }: WorkDialogsProps) {
  const { finish, work } = tools;
  switch (openDialog.kind) {
    case 'split': {
      const { item } = openDialog;
      const split = (parts: readonly PageRange[]) => finish(work.split(item, parts));
      return <SplitDialog ownerId={ownerId} item={item} onSplit={split} onClose={onClose} />;
    }
    case 'join':
      return <JoinDialog items={openDialog.items} tools={tools} onClose={onClose} />;
    case 'ask':
      return <AskDialog line={openDialog.line} tools={tools} onClose={onClose} />;
    case 'line':
      return <LineDialog item={openDialog.item} tools={tools} onClose={onClose} />;
  }
}

type ActProps = Pick<WorkDialogsProps, 'tools' | 'onClose'>;

/** @param items in the order shown */
function JoinDialog({ items, tools, onClose }: ActProps & { items: readonly DocumentItem[] }) {
  const { t } = useLingui();
  const list = useRef<HTMLOListElement>(null);
  const [order, setOrder] = useState(items);
  const { value, setError, field } = useTyped(`${splitName(items[0]?.name ?? '').base}.pdf`);
  const [said, setSaid] = useState('');

  function move(from: number, by: -1 | 1) {
    const moved = order[from];
    const to = from + by;
    if (!moved || to < 0 || to >= order.length) return;
    flushSync(() => {
      const others = order.filter((_, place) => place !== from);
      setOrder([...others.slice(0, to), moved, ...others.slice(to)]);
      setSaid(t`${{ file: moved.name }}, ${{ position: to + 1 }} of ${{ count: order.length }}`);
    });
    // The same button of the moved row; at an end of the list, the other one.
    const buttons = list.current?.children[to]?.querySelectorAll('button');
    const [up, down] = [buttons?.[0], buttons?.[1]];
    const same = by < 0 ? up : down;
    (same?.disabled ? (by < 0 ? down : up) : same)?.focus();
  }

  function submit() {
    const name = completeName(value);
    const wrong = nameProblem(name);
    if (wrong) return setError(t(wrong));
    tools.finish(tools.work.join(order, name));
  }

  return (
    <FormDialog
      title={t(msg`Join ${{ count: items.length }} files`)}
      action={t(msg`Join ${{ count: items.length }} files`)}
      onClose={onClose}
      onSubmit={submit}
      after={
        <>
          <ol
            ref={list}
            aria-label={t`Order`}
            className="divide-y divide-line rounded-control border border-control"
          >
            {order.map((item, i) => (
              <li key={item.key} className="flex items-center gap-2 pl-3">
                <span className="figures w-6 shrink-0 text-sm text-muted">{i + 1}</span>
                <FileIcon item={item} />
                <span className="min-w-0 flex-1 break-words">{item.name}</span>
                <IconButton
                  label={t`Move ${{ file: item.name }} up`}
                  icon={<ArrowUp size={18} aria-hidden />}
                  isDisabled={i === 0}
                  onPress={() => move(i, -1)}
                />
                <IconButton
                  label={t`Move ${{ file: item.name }} down`}
                  icon={<ArrowDown size={18} aria-hidden />}
                  isDisabled={i === order.length - 1}
                  onPress={() => move(i, 1)}
                />
              </li>
            ))}
          </ol>
          <p role="status" className="sr-only">
            {said}
          </p>
        </>
      }
    >
      <TextField
        label={t`Name of the new PDF`}
        hint={t`The originals go to the trash.`}
        {...field}
        autoComplete="off"
        autoFocus
      />
    </FormDialog>
  );
}

/** The database's limit. */
const MAX_NOTE_LENGTH = 1000;

/** Asks the client for a document again. The reason is optional. */
function AskDialog({ line, tools, onClose }: ActProps & { line: ListedItem }) {
  const { t } = useLingui();
  const [note, setNote] = useState('');

  return (
    <FormDialog
      title={t`Ask again for “${{ title: tools.work.titleOf(line) }}”`}
      action={t`Ask again`}
      onClose={onClose}
      onSubmit={() => tools.finish(tools.work.askAgain(line, note))}
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

/** No line has this id. */
const OFF = '';

/** Asks for the line of the checklist that a document belongs to. */
function LineDialog({ item, tools, onClose }: ActProps & { item: DocumentItem }) {
  const { t } = useLingui();
  const { finish, work } = tools;
  const current = work.linesOf(item).map((line) => line.item);
  const titled = work.lines.map((one) => ({ ...one, title: work.titleOf(one) }));
  const guess = current.length > 0 ? null : likelyLine(item.name, titled);
  const [chosen, setChosen] = useState<string | null>(guess?.item ?? null);
  const line = work.lines.find((one) => one.item === chosen) ?? null;
  const move = (withName: boolean) => finish(work.moveTo(item, line, withName));
  const options = [
    ...titled.map((one) => ({
      id: one.item,
      label: one.title,
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
          <Button variant="secondary" isDisabled={line === null} onPress={() => move(true)}>
            <Trans>Move and rename</Trans>
          </Button>
          <Button isDisabled={chosen === null} autoFocus={guess !== null} onPress={() => move(false)}>
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
