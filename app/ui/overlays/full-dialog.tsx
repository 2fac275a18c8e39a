import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useBackCloses } from './use-back-closes.ts';

export interface FullDialogProps {
  isOpen: boolean;
  /** Escape, and the browser's Back. A cross is the content's own: it knows where one belongs. */
  onClose: () => void;
  /** Must hold a `<Heading slot="title">`: the dialog's name. */
  children: ReactNode;
}

/** A modal as large as the window, for what needs the room: it takes the focus, keeps it, and gives it back. */
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
