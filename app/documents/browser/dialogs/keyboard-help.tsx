import { Trans, useLingui } from '@lingui/react/macro';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { inWords } from '#domain/language/translate.ts';
import { fileKeys } from '../file-keys.ts';
import { workKeys } from '../work-keys.ts';

/** The keyboard shortcuts of the file manager. */
export function KeyboardHelp({ isWork, onClose }: { isWork: boolean; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog isOpen onClose={onClose} title={t`Keyboard`}>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-5 gap-y-2 text-sm">
        {[...fileKeys, ...(isWork ? workKeys : [])].map(({ keys, does }) => (
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
