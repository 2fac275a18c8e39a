import type { Case } from './case.ts';
import { officeYear } from './documents.ts';

/** Sends a document to the client for a signature, through the API. Returns the id of the request. */
export async function askForSignature(
  { account, office }: Pick<Case, 'account' | 'office'>,
  documentId: string,
  title: string,
): Promise<string> {
  const signer = crypto.randomUUID();
  const { data, error } = await office.api.functions.invoke('signature-request', {
    body: {
      requestId: crypto.randomUUID(),
      documentId,
      title,
      year: officeYear(),
      signers: [{ id: signer, user_id: account.id, position: 1 }],
      fields: [
        {
          id: crypto.randomUUID(),
          signer_id: signer,
          kind: 'signature',
          label: '',
          required: true,
          page: 1,
          x: 72,
          y: 100,
          width: 180,
          height: 36,
        },
      ],
    },
  });
  if (error) throw error;
  return data.id;
}
