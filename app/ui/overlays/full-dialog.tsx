import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useBackCloses } from './use-back-closes.ts';

export interface FullDialogProps {
  isOpen: boolean;
  /** Called on Escape and the browser's Back. The content renders the close button. */
  onClose: () => void;
  /** Must hold a `<Heading slot="title">`: the dialog's name. */
  children: ReactNode;
}

/** A modal that fills the window. Traps focus and restores it when closed. */
export function FullDialog({ isOpen, onClose, children }: FullDialogProps) {
  useBackCloses(isOpen, onClose);
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      className="fixed inset-0 z-50 bg-sunken entering:animate-appear"
    >
      <Modal className="h-dvh w-full text-ink">
        <AriaDialog className="flex h-full flex-col outline-none">{children}</AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
