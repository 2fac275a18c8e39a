import type { Case } from './case.ts';
import { officeYear } from './documents.ts';

/** Sends a document to the client for a signature, through the API. Returns the id of the request. */
export async function askForSignature(
  { account, office }: Pick<Case, 'account' | 'office'>,
  documentId: string,
  title: string,
  more: readonly { kind: string; label: string; y: number }[] = [],
): Promise<string> {
  const signer = crypto.randomUUID();
  const { data, error } = await office.api.functions.invoke('signature-request', {
    body: {
      requestId: crypto.randomUUID(),
      documentId,
      title,
      year: officeYear(),
      signers: [{ id: signer, user_id: account.id, position: 1 }],
      fields: [{ kind: 'signature', label: '', y: 100 }, ...more].map((field) => ({
        id: crypto.randomUUID(),
        signer_id: signer,
        required: true,
        page: 1,
        x: 72,
        width: field.kind === 'check' ? 14 : 180,
        height: field.kind === 'check' ? 14 : 36,
        ...field,
      })),
    },
  });
  if (error) throw error;
  return data.id;
}
