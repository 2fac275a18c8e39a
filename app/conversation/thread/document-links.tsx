import { Plural } from '@lingui/react/macro';
import { FileText } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import type { AttachedDocument } from '../queries.ts';

interface DocumentLinksProps {
  documents: readonly AttachedDocument[];
  /** How many were deleted, or are not for this reader. */
  missing: number;
  /** Undefined if the reader opens no documents. */
  onOpen: ((documentId: string) => void) | undefined;
}

export function DocumentLinks({ documents, missing, onOpen }: DocumentLinksProps) {
  if (documents.length === 0 && missing <= 0) return null;
  if (!onOpen) {
    return (
      <p className="flex items-center gap-2 text-sm text-muted">
        <FileText size={18} aria-hidden className="shrink-0" />
        <Plural
          value={documents.length + missing}
          one="With # document, which your role doesn’t open"
          other="With # documents, which your role doesn’t open"
        />
      </p>
    );
  }
  return (
    <ul className="flex flex-col gap-1">
      {documents.map(({ id, name }) => (
        <li key={id}>
          <DocumentButton name={name} onPress={() => onOpen(id)} />
        </li>
      ))}
      {missing > 0 && (
        <li className="text-sm text-muted">
          <Plural
            value={missing}
            one="# document is not here anymore"
            other="# documents are not here anymore"
          />
        </li>
      )}
    </ul>
  );
}

export function DocumentButton({ name, onPress }: { name: string; onPress: () => void }) {
  return (
    <Button
      onPress={onPress}
      className="link inline-flex min-h-11 max-w-full cursor-pointer items-center gap-2 rounded-sm text-left text-sm lg:min-h-8"
    >
      <FileText size={18} aria-hidden className="shrink-0" />
      <span className="min-w-0 wrap-anywhere">{name}</span>
    </Button>
  );
}
