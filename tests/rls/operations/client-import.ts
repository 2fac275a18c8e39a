import { randomUUID } from 'node:crypto';
import type { Attempt, Outcome } from '../types.ts';
import { outcomeOf } from './outcome.ts';

const oneClient = () => ({
  row: 2,
  kind: 'person',
  first_name: 'Row',
  last_name: randomUUID(),
  email: '',
  phone: '',
  language: 'en',
  address: {},
  contacts: [],
  tax_id_last4: null,
  key: randomUUID(),
});

const importing =
  (dry_run: boolean, clients: () => object[] = () => [oneClient()]) =>
  async ({ client }: Attempt): Promise<Outcome> =>
    outcomeOf(
      await client.rpc(
        'import_clients',
        { run_id: randomUUID(), clients: clients(), dry_run },
        { count: 'exact' },
      ),
    );

export const clientImportOperations = {
  'check clients to import': importing(true),
  'import clients': importing(false),
  'import no clients': importing(false, () => []),
  'finish an import': async ({ client }: Attempt) =>
    outcomeOf(await client.rpc('finish_client_import', { run_id: randomUUID() })),
  'call import_client_rows of schema nutmeg': async ({ client }: Attempt) =>
    outcomeOf(
      await client
        .schema('nutmeg')
        .rpc('import_client_rows', { run_id: randomUUID(), clients: [oneClient()], dry_run: false }),
    ),
};
