import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { LoadProblem } from '#app/shared/parts/load-problem.tsx';
import type { Profile } from '#app/shared/session/profile.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { RadioGroup } from '#app/ui/fields/radio-group.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { whoStays } from '#domain/clients/merge.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { clientSearch } from '../manage-params.ts';
import { CandidateSearch } from './candidate-search.tsx';
import { PreviewText } from './merge-preview.tsx';
import { type MergePair, mergeClients, mergeProblem, previewQuery, refetchAll } from './merge-query.ts';

interface MergeDialogProps {
  client: Profile;
  onClose: () => void;
}

/** Finds the other client, asks which one stays, shows what would happen, and merges. */
export function MergeDialog({ client, onClose }: MergeDialogProps) {
  const { t } = useLingui();
  const [other, setOther] = useState<Profile | null>(null);
  if (other) {
    return <PairDialog client={client} other={other} onBack={() => setOther(null)} onClose={onClose} />;
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Merge ${{ name: displayName(client) }} with another client`}
      width="wide"
      actions={
        <Button variant="secondary" onPress={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      }
    >
      <p>
        <Trans>
          Choose the other one. You’ll see what would happen first, and you can undo it for 30 days.
        </Trans>
      </p>
      <CandidateSearch except={client.user_id} onChoose={setOther} />
    </Dialog>
  );
}

interface PairDialogProps extends MergeDialogProps {
  other: Profile;
  onBack: () => void;
}

function PairDialog({ client, other, onBack, onClose }: PairDialogProps) {
  const { t } = useLingui();
  const { mediumDate } = useDates();
  const navigate = useNavigate();
  const logins = useQuery(previewQuery({ source: other.user_id, target: client.user_id }));
  const [chosen, setChosen] = useState<string | null>(null);
  const usual =
    logins.data &&
    whoStays(
      { id: client.user_id, hasLogin: logins.data.target_has_login },
      { id: other.user_id, hasLogin: logins.data.source_has_login },
    );
  const stays = chosen ?? usual ?? client.user_id;
  const [target, source] = stays === client.user_id ? [client, other] : [other, client];
  const pair: MergePair = { source: source.user_id, target: target.user_id };
  const preview = useQuery(previewQuery(pair));
  // One for each pair: pressing twice, or once more after a lost connection, merges once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another pair is another request.
  const requestId = useMemo(() => crypto.randomUUID(), [pair.source, pair.target]);
  const { run, busy, problem } = useAction(refetchAll, mergeProblem);
  async function merge() {
    const people = preview.data?.people.map(({ user_id }) => user_id) ?? [];
    await mergeClients({ ...pair, requestId, people });
    notify(
      'success',
      t`${{ source: displayName(source) }} was merged into ${{ target: displayName(target) }}.`,
    );
    onClose();
    void navigate({ search: clientSearch(window.location.search, target.user_id, '') });
  }
  // Two entries of one client may have the same name and email.
  const option = (one: Profile, hasLogin: boolean | undefined) => ({
    value: one.user_id,
    label: displayName(one),
    hint: [
      one.email,
      t`Client since ${{ date: mediumDate(one.created_at) }}`,
      hasLogin === false && t`No login`,
    ]
      .filter(Boolean)
      .join(' · '),
  });

  return (
    <FormDialog
      title={t`Merge ${{ first: displayName(client) }} and ${{ second: displayName(other) }}?`}
      width="wide"
      action={t`Merge`}
      cancelLabel={t`Choose another client`}
      onCancel={onBack}
      busy={busy}
      isReady={preview.data?.problems.length === 0}
      problem={problem && t`We couldn’t merge these clients: ${{ problem }}`}
      onClose={onClose}
      onSubmit={() => void run(merge)}
    >
      <RadioGroup
        label={t`Which client stays?`}
        hint={t`The other one is archived. Everything of it moves here.`}
        options={[
          option(client, logins.data?.target_has_login),
          option(other, logins.data?.source_has_login),
        ]}
        value={stays}
        onChange={setChosen}
        isDisabled={busy}
      />
      {preview.data && <PreviewText preview={preview.data} source={source} target={target} />}
      {preview.isPending && <Loading />}
      {preview.error && <LoadProblem onRetry={preview.refetch}>{messageOf(preview.error, t)}</LoadProblem>}
    </FormDialog>
  );
}
