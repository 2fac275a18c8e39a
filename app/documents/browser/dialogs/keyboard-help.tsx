import { Dialog } from '#app/ui/overlays/dialog.tsx';

const groups: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ['↑', '↓'], does: 'Move between rows' },
  { keys: ['→', '←'], does: 'Move to the buttons of a row' },
  { keys: ['Enter'], does: 'Open a folder, preview a file' },
  { keys: ['Backspace'], does: 'Open the parent folder (also Alt+↑)' },
  { keys: ['A', '…', 'Z'], does: 'Type the start of a name to go to it' },
  { keys: ['Space'], does: 'Select a row' },
  { keys: ['Shift+↑', 'Shift+↓'], does: 'Select several' },
  { keys: ['Ctrl+A'], does: 'Select all' },
  { keys: ['Esc'], does: 'Clear the selection' },
  { keys: ['F2'], does: 'Rename' },
  { keys: ['Delete'], does: 'Delete the selection, or the row' },
  { keys: ['Shift+F10'], does: 'All actions of a row' },
];

/** The keyboard shortcuts of the file manager. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title="Keyboard">
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-5 gap-y-2 text-sm">
        {groups.map(({ keys, does }) => (
          <div key={does} className="contents">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="rounded-sm border border-control bg-sunken px-1.5 py-0.5 font-sans text-xs whitespace-nowrap"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">
        To move an item by keyboard without the dialog: press ← or → until its drag handle has focus, press
        Enter, choose a folder with the arrow keys, and press Enter again.
      </p>
    </Dialog>
  );
}
