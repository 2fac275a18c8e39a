import { Plural, useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { IconButton } from '#app/ui/actions/icon-button.tsx';

/** Says that the selection is gone: it belonged to another search. */
export function LostNote({ count, onClose }: { count: number; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <div
      role="status"
      className="pointer-events-auto flex w-full items-center gap-3 border-t border-line bg-info-soft py-1 pr-2 pl-4 text-sm lg:w-auto lg:rounded-card lg:border lg:shadow-float"
    >
      <p className="min-w-0 flex-1">
        <Plural
          value={count}
          one="The search or a filter changed, so # client isn’t selected anymore."
          other="The search or a filter changed, so # clients aren’t selected anymore."
        />
      </p>
      <IconButton dense label={t`Close`} icon={<X size={18} aria-hidden />} onPress={onClose} />
    </div>
  );
}
