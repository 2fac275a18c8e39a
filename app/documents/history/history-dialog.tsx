import { useLingui } from '@lingui/react/macro';
import { Button } from '#app/ui/actions/button.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import type { DocumentItem } from '../store/document-store.ts';
import type { Target } from '../store/target.ts';
import { EventList } from './event-list.tsx';
import { historyQuery } from './events-query.ts';

const PAGE = 50;

interface HistoryDialogProps {
  target: Target;
  onClose: () => void;
  /** The file; without its id, all files of the client. */
  item: DocumentItem | null;
}

/** For staff: the events of a client's files, or of one file. */
export function HistoryDialog({ target: { ownerId, clientName }, item, onClose }: HistoryDialogProps) {
  const { t } = useLingui();
  const ownerTitle =
    clientName === null ? t`History of your files` : t`History of the files of ${{ client: clientName }}`;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={item?.id ? t`History of ${{ file: item.name }}` : ownerTitle}
      width="wide"
      actions={<Button onPress={onClose}>{t`Done`}</Button>}
    >
      <EventList
        label={t`History`}
        query={(limit) => historyQuery(ownerId, item?.id ?? null, limit)}
        first={PAGE}
        step={PAGE}
        skeleton="h-40"
        none={t`Nothing has been recorded yet.`}
      />
    </Dialog>
  );
}
