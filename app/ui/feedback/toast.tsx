import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Text } from 'react-aria-components/Text';
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components/Toast';
import { inWords } from '#domain/language/translate.ts';
import { classNames } from '../class-names.ts';
import { looks } from './banner.tsx';
import { toastQueue } from './toast-queue.ts';

/**
 * Shows the toasts: at the top on phones, so that they don't cover changed rows or the toolbar, and at the bottom
 * right on wide screens. Mount it once.
 */
export function Toasts() {
  const { t } = useLingui();
  return (
    <ToastRegion
      queue={toastQueue}
      aria-label={t`Notifications`}
      className="fixed inset-x-4 top-[calc(env(safe-area-inset-top)+0.75rem)] z-60 flex flex-col gap-2 outline-none md:top-auto md:bottom-[calc(var(--bottom-bar)+var(--dock)+1rem)] md:left-auto md:w-96"
    >
      {({ toast }) => {
        const { kind, text, action } = toast.content;
        const { icon: Icon, color } = looks[kind];
        return (
          <AriaToast
            toast={toast}
            className="flex animate-rise items-start gap-3 rounded-card border border-line bg-surface py-3 pr-2 pl-4 text-ink shadow-float"
          >
            <Icon size={22} aria-hidden className={classNames('mt-0.5 shrink-0', color)} />
            <ToastContent className="min-w-0 flex-1">
              <Text slot="title" className="block break-words">
                {inWords(text, t)}
              </Text>
            </ToastContent>
            {action && (
              <Button
                // slot null: the toast's own slot is for the close button.
                slot={null}
                onPress={() => {
                  toastQueue.close(toast.key);
                  action.onPress();
                }}
                className="-my-1 flex min-h-11 shrink-0 cursor-pointer items-center rounded-control px-3 font-semibold text-link hover:bg-action-soft"
              >
                {action.label}
              </Button>
            )}
            <Button
              slot="close"
              aria-label={t`Close this message`}
              className="-my-1 flex size-11 shrink-0 cursor-pointer items-center justify-center rounded-control text-muted hover:bg-action-soft hover:text-ink"
            >
              <X size={20} aria-hidden />
            </Button>
          </AriaToast>
        );
      }}
    </ToastRegion>
  );
}
