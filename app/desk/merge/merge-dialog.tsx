import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { LoadProblem } from '#app/shared/parts/load-problem.tsx';
import type { Profile } from '#app/shared/session/profile.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { RadioGroup } from '#app/ui/fields/radio-group.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { whoStays } from '#domain/clients/merge.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { clientSearch } from '../manage-params.ts';
import { CandidateSearch } from './candidate-search.tsx';
import { PreviewText } from './merge-preview.tsx';
import { type MergePair, mergeClients, previewQuery, refusalOf, useRefetchAll } from './merge-query.ts';

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
  const refetchAll = useRefetchAll();
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
  const { mutate, isPending, error } = useMutation({
    mutationFn: (people: readonly string[]) => mergeClients({ ...pair, requestId, people }),
    onSuccess: () => {
      notify(
        'success',
        t`${{ source: displayName(source) }} was merged into ${{ target: displayName(target) }}.`,
      );
      onClose();
      void navigate({ search: clientSearch(window.location.search, target.user_id, '') });
    },
    onSettled: refetchAll,
  });
  // Two entries of one client may have the same name and email.
  const hint = ({ email, created_at }: Profile, hasLogin: boolean | undefined) =>
    [email, t`Client since ${{ date: mediumDate(created_at) }}`, hasLogin === false && t`No login`]
      .filter(Boolean)
      .join(' · ');
  const isReady = preview.data !== undefined && preview.data.problems.length === 0;

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Merge ${{ first: displayName(client) }} and ${{ second: displayName(other) }}?`}
      width="wide"
      actions={
        <>
          <Button variant="secondary" onPress={onBack} isDisabled={isPending}>
            <Trans>Choose another client</Trans>
          </Button>
          <Button
            busy={isPending}
            isDisabled={!isReady}
            onPress={() => mutate(preview.data?.people.map(({ user_id }) => user_id) ?? [])}
          >
            <Trans>Merge</Trans>
          </Button>
        </>
      }
    >
      <RadioGroup
        label={t`Which client stays?`}
        hint={t`The other one is archived. Everything of it moves here.`}
        options={[
          {
            value: client.user_id,
            label: displayName(client),
            hint: hint(client, logins.data?.target_has_login),
          },
          {
            value: other.user_id,
            label: displayName(other),
            hint: hint(other, logins.data?.source_has_login),
          },
        ]}
        value={stays}
        onChange={setChosen}
        isDisabled={isPending}
      />
      {preview.data && <PreviewText preview={preview.data} source={source} target={target} />}
      {preview.isPending && <Loading />}
      {preview.error && <LoadProblem onRetry={preview.refetch}>{messageOf(preview.error, t)}</LoadProblem>}
      {error && (
        <Banner kind="danger" announce>
          <Trans>
            We couldn’t merge these clients: {{ problem: refusalOf(error, t) ?? messageOf(error, t) }}
          </Trans>
        </Banner>
      )}
    </Dialog>
  );
}
