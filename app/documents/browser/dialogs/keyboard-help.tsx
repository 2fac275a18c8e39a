import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { msg } from '#domain/language/message.ts';
import { inWords, type Wording } from '#domain/language/translate.ts';

const groups: readonly { keys: readonly Wording[]; does: MessageDescriptor }[] = [
  { keys: ['↑', '↓'], does: msg`Move between rows` },
  { keys: ['→', '←'], does: msg`Move to a row’s buttons` },
  { keys: [msg({ message: 'Enter', context: 'key' })], does: msg`Open a folder, preview a file` },
  { keys: [msg({ message: 'Backspace', context: 'key' })], does: msg`Open the parent folder (also Alt+↑)` },
  { keys: ['A', '…', 'Z'], does: msg`Type the start of a name to jump to it` },
  { keys: [msg({ message: 'Space', context: 'key' })], does: msg`Select a row` },
  {
    keys: [msg({ message: 'Shift+↑', context: 'key' }), msg({ message: 'Shift+↓', context: 'key' })],
    does: msg`Select several`,
  },
  { keys: [msg({ message: 'Ctrl+A', context: 'key' })], does: msg`Select all` },
  { keys: [msg({ message: 'Esc', context: 'key' })], does: msg`Clear the selection` },
  { keys: ['F2'], does: msg`Rename` },
  { keys: [msg({ message: 'Delete', context: 'key' })], does: msg`Delete the selection, or the row` },
  { keys: [msg({ message: 'Shift+F10', context: 'key' })], does: msg`All actions for a row` },
];

/** The keyboard shortcuts of the file manager. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog isOpen onClose={onClose} title={t`Keyboard`}>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-5 gap-y-2 text-sm">
        {groups.map(({ keys, does }) => (
          <div key={does.id} className="contents">
            <dt className="flex gap-1">
              {keys
                .map((key) => inWords(key, t))
                .map((key) => (
                  <kbd
                    key={key}
                    className="rounded-sm border border-control bg-sunken px-1.5 py-0.5 font-sans text-xs whitespace-nowrap"
                  >
                    {key}
                  </kbd>
                ))}
            </dt>
            <dd>{t(does)}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">
        <Trans>
          To move an item with the keyboard, press ← or → until its drag handle has focus, then press Enter.
          Choose a folder with the arrow keys, and press Enter again.
        </Trans>
      </p>
    </Dialog>
  );
}
