import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { dataOf, done } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import type { Json } from '#contract/generated/database.ts';
import { type ImportPlan, planImport } from '#domain/client-import/plan.ts';
import type { ClientList } from '#domain/client-import/read-list.ts';
import { type RowOutcome, runImport } from '#domain/client-import/run-import.ts';

export interface Run {
  kind: 'check' | 'import';
  state: 'running' | 'stopped' | 'failed' | 'done';
  plan: ImportPlan;
  done: number;
  outcomes: readonly RowOutcome[];
  error?: unknown;
}

/** Checks and imports a list, one run at a time. Leaving the page stops the run after its batch. */
export function useImport() {
  const queries = useQueryClient();
  const [run, setRun] = useState<Run | null>(null);
  const shouldStop = useRef(false);
  useEffect(() => {
    shouldStop.current = false;
    return () => {
      shouldStop.current = true;
    };
  }, []);

  async function start(kind: Run['kind'], plan: ImportPlan): Promise<void> {
    shouldStop.current = false;
    const runId = crypto.randomUUID();
    const outcomes: RowOutcome[] = [];
    setRun({ kind, state: 'running', plan, done: 0, outcomes: [] });
    const end = (state: Run['state'], error?: unknown) =>
      setRun({ kind, state, plan, done: outcomes.length, outcomes: [...outcomes], error });
    try {
      await runImport(plan, {
        send: async (clients) => {
          const sent = (await dataOf(
            rest.rpc('import_clients', {
              run_id: runId,
              clients: clients as unknown as Json,
              dry_run: kind === 'check',
            }),
          )) as RowOutcome[];
          outcomes.push(...sent);
          return sent;
        },
        onProgress: (done) => setRun((before) => before && { ...before, done }),
        shouldContinue: () => !shouldStop.current,
      });
      end(outcomes.length < plan.clients.length ? 'stopped' : 'done');
    } catch (error) {
      end('failed', error);
    }
    if (kind !== 'import') return;
    // Writes the run into the office's log. If this fails, the server does it an hour later.
    await done(rest.rpc('finish_client_import', { run_id: runId })).catch(() => undefined);
    await queries.invalidateQueries();
  }

  return {
    run,
    check: (list: ClientList, mapping: ClientList['mapping']) => start('check', planImport(list, mapping)),
    importAll: (plan: ImportPlan) => start('import', plan),
    stop: () => {
      shouldStop.current = true;
    },
    clear: () => setRun(null),
  };
}
