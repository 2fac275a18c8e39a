import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { msg, plural } from '#domain/language/message.ts';
import type { Target } from '../store/target.ts';
import { isInProgress, type UploadJob } from './upload-job.ts';
import { summarize } from './upload-summary.ts';
import { useUploads } from './uploads.ts';

/** The progress for screen readers. Always rendered: they announce only changes of a live region. */
export function UploadAnnouncements({ target: { ownerId, clientName } }: { target: Target }) {
  const { t } = useLingui();
  const text = announcement(useUploads(ownerId), clientName);
  return (
    <p role="status" className="sr-only">
      {text && t(text)}
    </p>
  );
}

/** The progress for screen readers. It changes only every 25 percent, so as not to be read out all the time. */
function announcement(jobs: readonly UploadJob[], owner: string | null): MessageDescriptor | null {
  const { total: count, inProgress, percent } = summarize(jobs);
  if (inProgress === 0) {
    const waiting = jobs.filter((job) => job.status === 'duplicate').length;
    if (waiting === 0) return null;
    return msg`${plural({ waiting }, { one: 'One file needs your answer.', other: '# files need your answer.' })}`;
  }
  if (jobs.some((job) => job.isOffline && isInProgress(job))) return msg`Waiting for the connection.`;
  const quarter = Math.floor(percent / 25) * 25;
  return owner === null
    ? msg`Uploading ${plural({ count }, { one: '# file', other: '# files' })}. ${{ quarter }} percent.`
    : msg`Uploading ${plural({ count }, { one: '# file', other: '# files' })} for ${{ owner }}. ${{ quarter }} percent.`;
}
