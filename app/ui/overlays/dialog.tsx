import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { IconButton } from '../actions/icon-button.tsx';
import { classNames } from '../class-names.ts';
import { useBackCloses } from './use-back-closes.ts';

export interface DialogProps {
  isOpen: boolean;
  /** Called on Escape, the close button, a click outside, and the browser's Back. */
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** The buttons, main one last. They stack on a phone with the main one on top. */
  actions?: ReactNode;
  width?: 'narrow' | 'wide';
  /** The open dialog has its own URL, so the browser's Back closes it without further code. */
  isInAddress?: boolean;
  /** alertdialog: needs an answer, so a click outside doesn't close it. */
  role?: 'dialog' | 'alertdialog';
  /** What was typed would be lost: a click outside and the browser's Back, often made by mistake, don't close it. */
  isUnsaved?: boolean;
  /** Shown although the page is hidden. */
  isOverHiddenPage?: boolean;
}

/** A modal dialog. Traps focus and restores it when closed. */
export function Dialog({
  isOpen,
  onClose,
  title,
  children,
  actions,
  width = 'narrow',
  isInAddress = false,
  role = 'dialog',
  isUnsaved = false,
  isOverHiddenPage = false,
}: DialogProps) {
  useBackCloses(isOpen && !isInAddress, () => isUnsaved || onClose());
  const { t } = useLingui();
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={role === 'dialog' && !isUnsaved}
      className={classNames(
        'fixed inset-0 z-50 flex items-end justify-center bg-scrim entering:animate-appear md:items-center md:p-6',
        isOverHiddenPage && 'visible',
      )}
    >
      <Modal
        className={classNames(
          'max-h-[92dvh] w-full overflow-auto rounded-t-card bg-surface text-ink shadow-float entering:animate-rise md:rounded-card',
          width === 'wide' ? 'md:max-w-3xl' : 'md:max-w-lg',
        )}
      >
        <AriaDialog
          role={role}
          className="flex flex-col gap-5 p-5 pb-[calc(1.25rem+env(safe-area-inset-bottom))] outline-none md:p-7"
        >
          <div className="flex items-start justify-between gap-4">
            <Heading slot="title" className="min-w-0 text-xl wrap-anywhere">
              {title}
            </Heading>
            {role === 'dialog' && (
              <IconButton
                label={t`Close`}
                icon={<X size={22} aria-hidden />}
                onPress={onClose}
                className="-mt-2 -mr-2"
              />
            )}
          </div>
          {children}
          {actions && <div className="flex flex-col-reverse gap-3 md:flex-row md:justify-end">{actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
