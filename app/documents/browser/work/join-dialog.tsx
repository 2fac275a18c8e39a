import { useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FileIcon } from '#app/shared/drawings/file-icon.tsx';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { useTyped } from '#app/ui/fields/use-typed.ts';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { completeName, nameProblem, splitName } from '#domain/documents/file-names.ts';
import { msg } from '#domain/language/message.ts';
import type { DocumentItem } from '../../store/document-store.ts';

export interface JoinDialogProps {
  /** In the order shown. */
  items: readonly DocumentItem[];
  onJoin: (items: readonly DocumentItem[], name: string) => void;
  onClose: () => void;
}

export function JoinDialog({ items, onJoin, onClose }: JoinDialogProps) {
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
    const name = completeName(value, '.pdf');
    const wrong = nameProblem(name);
    if (wrong) return setError(t(wrong));
    onJoin(order, name);
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
