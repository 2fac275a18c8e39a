import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useAction } from '#app/shared/api/use-action.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { type BulkJob, jobsKey, stopJob } from '../bulk-query.ts';

/** Stops a job. What was done stays. */
export function StopButton({ job, className = '' }: { job: BulkJob; className?: string }) {
  const queries = useQueryClient();
  const { run, busy } = useAction(
    () => queries.invalidateQueries({ queryKey: jobsKey }),
    undefined,
    (problem) => notify('danger', problem),
  );
  return (
    <Button
      variant="secondary"
      size="small"
      busy={busy}
      className={className}
      onPress={() => void run(() => stopJob(job.id))}
    >
      <Trans context="a job">Stop</Trans>
    </Button>
  );
}
