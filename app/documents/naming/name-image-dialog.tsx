import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId, useState } from 'react';
import { Button } from '#app/ui/actions/button.tsx';
import { FieldForm } from '#app/ui/fields/field-form.tsx';
import { useTyped } from '#app/ui/fields/use-typed.ts';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { nameProblem, splitName } from '#domain/documents/file-names.ts';
import { joinPath, nextFreeName, parentOf } from '#domain/documents/folders.ts';
import { imageName } from '#domain/documents/image-names.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { reloadDocuments } from '../store/documents-query.ts';
import { done, failed, type Outcome } from '../store/messages.ts';
import { isStoreError } from '../store/store-error.ts';
import { type DocumentStore, supabaseDocuments } from '../store/supabase-documents.ts';
import { completeImage, type Pending, type StoredImage, stopNaming } from '../upload/after-upload.ts';
import { NameField, type NameProblem } from './name-field.tsx';

interface NameImageDialogProps {
  ownerId: string;
  pending: Pending;
  image: StoredImage;
}

/** Asks for the names of uploaded images, one by one. Closing it keeps the names of the others. */
export function NameImageDialog({ ownerId, pending, image }: NameImageDialogProps) {
  const { t } = useLingui();
  const formId = useId();
  const [busy, setBusy] = useState(false);

  async function addName(typed: string): Promise<Outcome> {
    setBusy(true);
    const outcome = await renameImage(supabaseDocuments(ownerId), image, typed, t);
    setBusy(false);
    if (outcome.ok) {
      void reloadDocuments(ownerId);
      completeImage(ownerId);
    }
    return outcome;
  }

  return (
    <Dialog
      isOpen
      onClose={() => stopNaming(ownerId)}
      title={t`Name Your Image`}
      actions={
        <>
          <Button variant="secondary" onPress={() => completeImage(ownerId)} isDisabled={busy}>
            <Trans>Skip</Trans>
          </Button>
          <Button type="submit" form={formId} busy={busy}>
            <Trans>Add Name</Trans>
          </Button>
        </>
      }
    >
      <div className="flex items-center gap-4">
        <Picture key={image.path} file={image.file} />
        <p aria-live="polite" className="min-w-0">
          <span className="figures block font-semibold">
            <Trans>
              Image {{ number: pending.total - pending.images.length + 1 }} of {{ total: pending.total }}
            </Trans>
          </span>
          <span className="block truncate text-sm text-muted">{image.name}</span>
        </p>
      </div>
      {/* The key resets and focuses the field for each image. */}
      <NameForm key={image.path} id={formId} image={image} isBusy={busy} onName={addName} />
    </Dialog>
  );
}

interface NameFormProps {
  id: string;
  image: StoredImage;
  isBusy: boolean;
  onName: (typed: string) => Promise<Outcome>;
}

function NameForm({ id, image, isBusy, onName }: NameFormProps) {
  const { t } = useLingui();
  const { value, setValue, setError, field } = useTyped<NameProblem>(image.suggestedName);
  const { extension } = splitName(image.name);

  async function name(wanted: string) {
    const outcome = await onName(wanted);
    if (!outcome.ok) setError(outcome);
  }

  return (
    <FieldForm id={id} onSubmit={() => name(value)}>
      <NameField
        label={t`Name`}
        hint={
          extension === ''
            ? t`For example, “W-2 from Harbor Bakery.”`
            : t`For example, “W-2 from Harbor Bakery.” We’ll add ${extension}.`
        }
        {...field}
        isBusy={isBusy}
        onTake={(free) => {
          setValue(splitName(free).base);
          void name(free);
        }}
      />
    </FieldForm>
  );
}

/** A thumbnail, if the browser can show the image. */
function Picture({ file }: { file: File }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const address = URL.createObjectURL(file);
    setUrl(address);
    return () => URL.revokeObjectURL(address);
  }, [file]);
  if (url === null) return null;
  return (
    <img
      src={url}
      alt=""
      onError={() => setUrl(null)}
      className="size-20 shrink-0 rounded-control border border-line bg-sunken object-cover"
    />
  );
}

const namingMessages = {
  blank: msg`Please enter a name for the image.`,
  refused: msg`Failed to rename image. Please try again.`,
  error: msg`An error occurred while renaming the image.`,
} as const;

/** Renames a stored image and keeps its extension. Never throws. */
export async function renameImage(
  store: Pick<DocumentStore, 'move' | 'list'>,
  { path, name }: Pick<StoredImage, 'path' | 'name'>,
  typed: string,
  t: Translate,
): Promise<Outcome> {
  const wanted = imageName(typed, name);
  if (wanted === '') return failed(t(namingMessages.blank));
  if (wanted === name) return done('');
  const problem = nameProblem(wanted);
  if (problem !== undefined) return failed(t(problem));
  try {
    await store.move(path, joinPath(parentOf(path), wanted));
    return done('');
  } catch (error) {
    console.warn('An image could not be renamed', error);
    const outcome = failed(
      t(isStoreError(error, 'unreachable') ? namingMessages.error : namingMessages.refused),
    );
    if (!isStoreError(error, 'taken')) return outcome;
    const freeName = await findFreeName(store, parentOf(path), wanted);
    return freeName === null ? outcome : { ...outcome, freeName };
  }
}

/** Null if the folder can't be loaded. */
async function findFreeName(
  store: Pick<DocumentStore, 'list'>,
  folder: string,
  taken: string,
): Promise<string | null> {
  try {
    return nextFreeName(taken, (await store.list(folder)).items);
  } catch (error) {
    console.warn('The folder could not be searched for a free name', error);
    return null;
  }
}
