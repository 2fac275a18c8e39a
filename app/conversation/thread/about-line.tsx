import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { checklistQuery } from '#app/checklist/queries.ts';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { inWords } from '#domain/language/translate.ts';
import { fieldKeys, fieldOf } from '#domain/tax-form/fields.ts';
import type { ThreadMessage } from '../queries.ts';

export interface AboutLinks {
  /** Opens a document by its id. Undefined if the reader opens none. */
  onOpen?: ((documentId: string) => void) | undefined;
  /** Where the form of a year is; null if it has no address. */
  formLink: (year: number) => string | null;
  /** Where a line of the checklist of a year is; null if it has no address. */
  itemLink: (year: number, item: string) => string | null;
}

interface AboutLineProps extends AboutLinks {
  message: ThreadMessage;
  clientId: string;
}

export function AboutLine({ message, clientId, onOpen, formLink, itemLink }: AboutLineProps) {
  const { t } = useLingui();
  const { about_document, about_document_name, about_year, about_field, about_item_year, about_item } =
    message;
  // Undefined for a question that this release doesn't know.
  const field = fieldKeys.find((key) => key === about_field);
  return (
    <>
      {about_document !== null && about_document_name !== null && onOpen && (
        <div className="flex flex-wrap items-center gap-x-2 text-sm">
          <span className="text-muted">{t`About the document:`}</span>
          <DocumentButton name={about_document_name} onPress={() => onOpen(about_document)} />
        </div>
      )}
      {about_item_year !== null && about_item !== null && (
        <ItemLine
          clientId={clientId}
          year={about_item_year}
          item={about_item}
          link={itemLink(about_item_year, about_item)}
        />
      )}
      {about_year !== null && (
        <p className="text-sm text-muted">
          <AboutLink to={formLink(about_year)}>
            <Trans>About the tax form for {{ year: String(about_year) }}</Trans>
          </AboutLink>
          {field && <span className="wrap-anywhere">: {t(fieldOf(field).question)}</span>}
        </p>
      )}
    </>
  );
}

interface ItemLineProps {
  clientId: string;
  year: number;
  item: string;
  link: string | null;
}

/** Nothing if the line is not on the list anymore. */
function ItemLine({ clientId, year, item, link }: ItemLineProps) {
  const { t } = useLingui();
  const { data } = useQuery(checklistQuery(clientId, year));
  const line = data?.items.find((one) => one.item === item);
  if (!line) return null;
  return (
    <p className="text-sm wrap-anywhere text-muted">
      <Trans>On the document list:</Trans> <AboutLink to={link}>{inWords(line.title, t)}</AboutLink>
    </p>
  );
}

function AboutLink({ to, children }: { to: string | null; children: ReactNode }) {
  if (to === null) return children;
  return (
    <SmartLink to={to} className="link inline-flex min-h-11 items-center lg:min-h-0">
      {children}
    </SmartLink>
  );
}

export function DocumentLinks({ message, onOpen }: Pick<AboutLineProps, 'message' | 'onOpen'>) {
  const { documents, attachments } = message;
  /** How many were deleted, or are not for this reader. */
  const missing = attachments - documents.length;
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
