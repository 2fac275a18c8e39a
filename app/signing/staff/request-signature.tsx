import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { documentsQuery } from '#app/documents/queries.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { LoadProblem } from '#app/shared/parts/load-problem.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { NativeSelect } from '#app/ui/fields/native-select.tsx';
import { useDocument } from '../document/use-document.ts';
import { possibleSignersQuery } from '../queries.ts';
import { RequestForm, type RequestFormProps } from './request-form.tsx';

interface RequestSignatureProps {
  clientId: string;
  documentId: string | null;
  onDocument: (id: string) => void;
  onSent: () => void;
}

export function RequestSignature({ clientId, documentId, onDocument, onSent }: RequestSignatureProps) {
  const { t } = useLingui();
  const documents = useQuery(documentsQuery(clientId));
  const people = useQuery(possibleSignersQuery(clientId));
  const error = documents.error ?? people.error;
  if (error) return <Banner kind="danger">{messageOf(error, t)}</Banner>;
  if (!documents.data || !people.data) return <Loading />;
  const pdfs = documents.data.filter(({ mimeType }) => mimeType === 'application/pdf');
  return (
    <>
      <Banner kind="info">
        <Trans>
          Form 8879 and other e-file authorizations can’t be signed here. Have them signed on paper. For a
          consent to use or disclose tax return information, choose “Ask for a consent” in the case.
        </Trans>
      </Banner>
      {people.data.length === 0 ? (
        <Banner kind="warning">
          <Trans>
            No one with a login may sign for this client. Invite a person with the right to sign first.
          </Trans>
        </Banner>
      ) : pdfs.length === 0 ? (
        <Banner kind="warning">
          <Trans>This client has no PDF. Upload the document to the client’s files first.</Trans>
        </Banner>
      ) : (
        <NativeSelect
          id="document-to-sign"
          label={t`Document`}
          className="max-w-xl"
          options={pdfs.map(({ key, path }) => ({ value: key, label: path }))}
          value={pdfs.some(({ key }) => key === documentId) ? (documentId ?? '') : ''}
          onChange={(id) => id !== '' && onDocument(id)}
        />
      )}
      {documentId !== null && people.data.length > 0 && (
        <Chosen
          key={documentId}
          clientId={clientId}
          documentId={documentId}
          people={people.data}
          onSent={onSent}
        />
      )}
    </>
  );
}

function Chosen({ clientId, ...form }: Omit<RequestFormProps, 'opened'> & { clientId: string }) {
  const { opened, error, retry } = useDocument(clientId, form.documentId);
  if (error !== null) {
    return (
      <LoadProblem onRetry={retry}>
        <Trans>We couldn’t open this PDF. It may be damaged or have a password.</Trans>
      </LoadProblem>
    );
  }
  if (!opened) return <Loading />;
  return <RequestForm opened={opened} {...form} />;
}
