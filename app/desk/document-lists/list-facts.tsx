import { Trans } from '@lingui/react/macro';
import { useFormats } from '#app/language/language.tsx';
import type { DocumentList } from '#contract/document-lists.ts';

interface MissingFactProps {
  list: DocumentList;
  /** No column says what the numbers are. */
  isAlone?: boolean;
}

/** How many documents are missing: "3 of 16". */
export function MissingFact({ list: { missing, total }, isAlone = false }: MissingFactProps) {
  const { count } = useFormats();
  if (missing === 0) {
    return (
      <span className="text-success">
        <Trans context="documents of a client">All here</Trans>
      </span>
    );
  }
  return (
    <span className="figures whitespace-nowrap text-warning">
      {isAlone ? (
        <Trans>
          {{ missing: count(missing) }} of {{ total: count(total) }} missing
        </Trans>
      ) : (
        <>
          <Trans>
            {{ missing: count(missing) }} of {{ total: count(total) }}
          </Trans>
          <span className="sr-only">
            {' '}
            <Trans>documents are missing</Trans>
          </span>
        </>
      )}
    </span>
  );
}
