import { Trans, useLingui } from '@lingui/react/macro';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { questionOfField } from '#domain/conversation/about.ts';
import type { ThreadMessage } from '../queries.ts';
import { DocumentButton } from './document-links.tsx';

interface AboutLineProps {
  message: ThreadMessage;
  onOpen: ((documentId: string) => void) | undefined;
  formLink: (year: number) => string | null;
}

/** The document, or the answer of a tax form, that a message is about. */
export function AboutLine({ message, onOpen, formLink }: AboutLineProps) {
  const { t } = useLingui();
  const { about_document, about_document_name, about_year, about_field } = message;
  const question = about_field === null ? null : questionOfField(about_field);
  return (
    <>
      {about_document !== null && about_document_name !== null && onOpen && (
        <div className="flex flex-wrap items-center gap-x-2 text-sm">
          <span className="text-muted">
            <Trans>About the document:</Trans>
          </span>
          <DocumentButton name={about_document_name} onPress={() => onOpen(about_document)} />
        </div>
      )}
      {about_year !== null && (
        <p className="text-sm text-muted">
          <FormName year={about_year} link={formLink(about_year)} />
          {question && <span className="wrap-anywhere">: {t(question)}</span>}
        </p>
      )}
    </>
  );
}

function FormName({ year, link }: { year: number; link: string | null }) {
  const name = <Trans>About the tax form for {{ year: String(year) }}</Trans>;
  return link === null ? (
    name
  ) : (
    <SmartLink to={link} className="link inline-flex min-h-11 items-center lg:min-h-0">
      {name}
    </SmartLink>
  );
}
