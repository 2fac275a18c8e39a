import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { type BulkJob, jobsKey, stopJob } from '../bulk-query.ts';

/** Stops a job. What was done stays. */
export function StopButton({ job, className = '' }: { job: BulkJob; className?: string }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => stopJob(job.id),
    onError: (error) => notify('danger', messageOf(error, t)),
    onSettled: () => queries.invalidateQueries({ queryKey: jobsKey }),
  });
  return (
    <Button variant="secondary" size="small" busy={isPending} className={className} onPress={() => mutate()}>
      <Trans context="a job">Stop</Trans>
    </Button>
  );
}
