import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { CircleAlert, ImageUp, Trash2, UserRound } from 'lucide-react';
import { useId, useState } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { Group } from 'react-aria-components/Group';
import { type Control, useController, useWatch } from 'react-hook-form';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { ProgressBar } from '#app/ui/feedback/progress-bar.tsx';
import { pictureUrl, UPLOAD_TYPES } from '#domain/business/portraits.ts';
import type { DraftFacts } from '../model/facts.ts';
import { uploadPicture, uploadProblem } from './upload-picture.ts';

/**
 * The portrait of a person of the team, beside their name in the form. A chosen picture is uploaded at once, and the form
 * gets its id, or null when it is removed. Nothing is public until the facts are saved with the id. Keep the same `key`
 * for the same person, because an upload takes a few seconds.
 */
export function PortraitField({ control, name }: { control: Control<DraftFacts>; name: string }) {
  const { t } = useLingui();
  const { field, fieldState } = useController({ control, name });
  const value = typeof field.value === 'string' ? field.value : null;
  const person = String(useWatch({ control, name: name.replace(/portrait$/, 'name') }) ?? '').trim();
  const labelId = useId();
  const [percent, setPercent] = useState(0);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (file: File) => {
      setPercent(0);
      const problem = uploadProblem(file, t);
      if (problem !== undefined) throw new Error(problem);
      return uploadPicture(file, setPercent);
    },
  });
  // Not called if the row has moved in the meantime: its place belongs to another person then.
  const upload = (file: File) => mutate(file, { onSuccess: field.onChange });
  const who = person === '' ? t`this person` : person;
  const problem = error ? messageOf(error, t) : fieldState.error?.message;
  return (
    <Group id={name} tabIndex={-1} aria-labelledby={labelId} className="flex items-start gap-4">
      <Preview id={value} who={who} />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <span id={labelId} className="text-sm font-semibold">
          <Trans>
            Portrait <span className="font-normal text-muted">(optional)</span>
          </Trans>
        </span>
        <p className="text-sm text-muted">
          <Trans>JPEG, PNG, or WebP, up to 10 MB. We keep the middle as a square.</Trans>
        </p>
        <div className="flex flex-wrap gap-2">
          <FileTrigger
            acceptedFileTypes={[...UPLOAD_TYPES]}
            onSelect={(files) => files?.[0] && upload(files[0])}
          >
            <Button variant="secondary" busy={isPending} icon={<ImageUp size={18} aria-hidden />}>
              {value ? t`Change picture` : t`Choose picture`}
              <span className="sr-only">
                {' '}
                <Trans>of {who}</Trans>
              </span>
            </Button>
          </FileTrigger>
          {value && (
            <Button
              variant="quiet"
              isDisabled={isPending}
              icon={<Trash2 size={18} aria-hidden />}
              onPress={() => {
                reset();
                field.onChange(null);
              }}
            >
              <Trans>
                Remove<span className="sr-only"> the picture of {who}</span>
              </Trans>
            </Button>
          )}
        </div>
        {isPending &&
          (percent < 100 ? (
            <ProgressBar label={t`Sending the picture`} value={percent} className="max-w-72" />
          ) : (
            // After the last byte the server still works on the picture.
            <ProgressBar label={t`Preparing the picture`} className="max-w-72" />
          ))}
        <p role="status" className="text-sm font-medium text-danger empty:hidden">
          {problem && (
            <span className="flex items-start gap-1.5">
              <CircleAlert size={16} aria-hidden className="mt-[0.2em] shrink-0" />
              {problem}
            </span>
          )}
        </p>
      </div>
    </Group>
  );
}

function Preview({ id, who }: { id: string | null; who: string }) {
  const { t } = useLingui();
  const frame = 'size-20 shrink-0 rounded-full border border-line bg-sunken';
  if (id) {
    return (
      <img
        src={pictureUrl(id, 256, 'webp')}
        alt={t`Portrait of ${who}`}
        className={`${frame} object-cover`}
      />
    );
  }
  return (
    <span aria-hidden="true" className={`${frame} flex items-center justify-center text-muted`}>
      <UserRound size={32} />
    </span>
  );
}
