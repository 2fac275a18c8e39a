import { useCallback } from 'react';
import { FormReminder } from '../reminder/form-reminder.tsx';
import type { Target } from '../target.ts';
import { NameImageDialog } from './name-image-dialog.tsx';
import { reminderIsDone, usePending } from './pending.ts';

/** What is asked once files have arrived: first names for the pictures, then for the yearly form. */
export function AfterUploads({ target }: { target: Target }) {
  const { ownerId, forWhom } = target;
  const pending = usePending(ownerId);
  const onReminded = useCallback(() => reminderIsDone(ownerId), [ownerId]);
  const [image] = pending.images;
  if (image) return <NameImageDialog key={image.path} ownerId={ownerId} pending={pending} image={image} />;
  // The form is the client's own to fill in.
  if (pending.isReminderDue && forWhom === null) return <FormReminder userId={ownerId} onDone={onReminded} />;
  return null;
}
