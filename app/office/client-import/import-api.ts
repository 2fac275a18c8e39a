import { rest } from '#app/shared/api/rest.ts';
import type { Json } from '#contract/generated/database.ts';
import type { ImportedClient } from '#domain/client-import/imported-client.ts';
import type { RowOutcome } from '#domain/client-import/run-import.ts';

/** Imports a batch of clients, or tells what that would do. */
export async function sendClients(
  runId: string,
  clients: readonly ImportedClient[],
  dryRun: boolean,
): Promise<RowOutcome[]> {
  const { data, error } = await rest.rpc('import_clients', {
    run_id: runId,
    clients: clients as unknown as Json,
    dry_run: dryRun,
  });
  if (error) throw error;
  return data as RowOutcome[];
}

/** Writes the run into the office's log. */
export async function finishImport(runId: string): Promise<void> {
  const { error } = await rest.rpc('finish_client_import', { run_id: runId });
  if (error) throw error;
}
