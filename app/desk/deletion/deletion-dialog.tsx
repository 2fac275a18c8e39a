import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { LoadProblem } from '#app/shared/parts/load-problem.tsx';
import type { Profile } from '#app/shared/session/profile.ts';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { displayName } from '#domain/documents/file-display.ts';
import { listOnlySearch } from '../manage-params.ts';
import { DeletionPreviewText } from './deletion-preview.tsx';
import { actOnDeletion, deletionPreviewQuery, deletionProblem, requestDeletion } from './deletion-query.ts';

interface DeletionDialogProps {
  client: Profile;
  /** Someone has asked, and this is the yes. */
  isRequested: boolean;
  onClose: () => void;
}

/** Shows what would go and what stays, and asks to type the client’s name. */
export function DeletionDialog({ client, isRequested, onClose }: DeletionDialogProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  const [isRefused, setRefused] = useState(false);
  const { data: preview, error: loadError, refetch } = useQuery(deletionPreviewQuery(client.user_id));
  const name = displayName(client);
  const asksSecond = !isRequested && preview?.needs_second === true;
  const isTyped = keyOf(typed) === keyOf(name);
  const { run, busy, problem } = useAction(() => queries.invalidateQueries(), deletionProblem);

  async function remove() {
    await (isRequested
      ? actOnDeletion('confirm_client_deletion', client.user_id)
      : requestDeletion(client.user_id, !asksSecond));
    notify('success', asksSecond ? t`Another super user has to agree now.` : t`${name} was deleted.`);
    onClose();
    if (!asksSecond && preview?.kept.length === 0)
      await navigate({ search: listOnlySearch(window.location.search) });
  }

  function press() {
    setRefused(!isTyped);
    if (isTyped) void run(remove);
  }

  return (
    <FormDialog
      title={t`Delete ${name}?`}
      width="wide"
      action={asksSecond ? t`Ask a second super user` : t`Delete for good`}
      danger
      busy={busy}
      isReady={preview?.problems.length === 0}
      problem={problem}
      onClose={onClose}
      onSubmit={press}
    >
      <p>
        <Trans>
          This can’t be undone. Make sure this client asked for it, and give them their own papers first.
        </Trans>
      </p>
      {preview && <DeletionPreviewText preview={preview} />}
      {!preview && !loadError && <Loading />}
      {loadError && <LoadProblem onRetry={refetch}>{messageOf(loadError, t)}</LoadProblem>}
      {preview && preview.problems.length === 0 && (
        <TextField
          label={t`Type “${name}” to go on`}
          value={typed}
          onChange={setTyped}
          error={isRefused && !isTyped ? t`Type the name as it is above.` : undefined}
          isDisabled={busy}
          autoComplete="off"
          maxLength={500}
        />
      )}
    </FormDialog>
  );
}

/** Case, spaces, and accents don’t matter: the client is what counts. */
const keyOf = (name: string): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase();
