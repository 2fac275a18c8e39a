import { useLingui } from '@lingui/react/macro';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { inWords } from '#domain/language/translate.ts';
import type { ShortcutGroup } from '../shortcuts.tsx';

export function ShortcutSheet({
  groups,
  onClose,
}: {
  groups: readonly ShortcutGroup[];
  onClose: () => void;
}) {
  const { t } = useLingui();
  return (
    <Dialog isOpen onClose={onClose} title={t`Keyboard shortcuts`}>
      {groups.map(({ title, shortcuts }) => (
        <section key={title.id} className="text-sm">
          <h3 className="font-sans text-xs font-semibold tracking-normal text-muted">{t(title)}</h3>
          <dl className="divide-y divide-line">
            {shortcuts.map(({ keys, does }) => (
              <div key={does.id} className="flex min-h-9 items-center justify-between gap-4 py-1">
                <dt className="min-w-0">{t(does)}</dt>
                <dd className="flex shrink-0 gap-1">
                  {keys
                    .map((key) => inWords(key, t))
                    .map((key) => (
                      <kbd
                        key={key}
                        className="min-w-6 rounded-sm border border-line bg-sunken px-1.5 text-center font-sans text-xs leading-6"
                      >
                        {key}
                      </kbd>
                    ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
