import { useCallback, useEffect } from 'react';
import { FormReminder } from '#app/tax-form/reminder/form-reminder.tsx';
import { markNaming } from '../browser/folder-memory.ts';
import type { Target } from '../browser/target.ts';
import { NameImageDialog } from './name-image-dialog.tsx';
import { reminderIsDone, usePending } from './pending.ts';

/** What is asked once files have arrived: first names for the pictures, then for the yearly form. */
export function AfterUploads({ target }: { target: Target }) {
  const { ownerId, forWhom } = target;
  const pending = usePending(ownerId);
  const onReminded = useCallback(() => reminderIsDone(ownerId), [ownerId]);
  const [image] = pending.images;
  // A reload ends the walk: whoever was naming has been led back by now.
  useEffect(() => markNaming(image !== undefined), [image]);
  if (image) return <NameImageDialog ownerId={ownerId} pending={pending} image={image} />;
  // The form is the client's own to fill in.
  if (pending.isReminderDue && forWhom === null) return <FormReminder userId={ownerId} onDone={onReminded} />;
  return null;
}
