import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf, done } from '#app/shared/api/done.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { rest } from '#app/shared/api/rest.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { Select } from '#app/ui/fields/select.tsx';
import { Panel } from '#app/ui/layout/panel.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { opensPapers } from '#domain/account/roles.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { type OfficePerson, staffQuery } from './people-query.ts';

/** The open tasks and the clients of a person, also of one who left. Renders nothing if there are none. */
export function HandOver({ person }: { person: OfficePerson }) {
  const { t } = useLingui();
  const { data: work, error } = useQuery({
    queryKey: ['office', 'work', person.user_id],
    queryFn: ({ signal }) =>
      dataOf(rest.rpc('work_of', { person: person.user_id }, { get: true }).abortSignal(signal).single()),
    staleTime: 0,
  });
  const [isOpen, setOpen] = useState(false);
  const name = displayName(person);
  if (error) return <Banner kind="danger">{messageOf(error, t)}</Banner>;
  if (!work || work.tasks + work.clients === 0) return null;
  return (
    <Panel
      id="office-work"
      title={t`Work`}
      level={2}
      actions={
        <Button variant="secondary" size="small" onPress={() => setOpen(true)}>
          <Trans>Hand over the work of {name}</Trans>
        </Button>
      }
    >
      <p className="text-sm">
        <Plural value={work.tasks} one="# open task" other="# open tasks" />,{' '}
        <Plural value={work.clients} one="# client" other="# clients" />
      </p>
      {isOpen && <HandOverDialog person={person} onClose={() => setOpen(false)} />}
    </Panel>
  );
}

function HandOverDialog({ person, onClose }: { person: OfficePerson; onClose: () => void }) {
  const { t } = useLingui();
  const name = displayName(person);
  const { data: staff = [] } = useQuery(staffQuery());
  const [chosen, setChosen] = useState<string | null>(null);
  const { run, busy, problem } = useAction(() =>
    invalidate(['office'], ['tasks'], ['clients'], ['case'], ['client']),
  );
  // Reception opens no papers, so the server refuses to give it work.
  const others = staff.filter(
    ({ user_id, deactivated, role }) => user_id !== person.user_id && !deactivated && opensPapers(role),
  );
  const heir = others.find(({ user_id }) => user_id === chosen);

  async function handOver(): Promise<void> {
    if (!heir) return;
    const change = { from_person: person.user_id, to_person: heir.user_id };
    if (!(await run(() => done(rest.rpc('reassign_tasks', change))))) return;
    notify('success', t`${{ heir: displayName(heir) }} has the work of ${name} now`);
    onClose();
  }

  return (
    <FormDialog
      title={t`Hand over the work of ${name}?`}
      action={t`Hand over work`}
      busy={busy}
      isReady={heir !== undefined}
      problem={problem}
      className="flex flex-col gap-5"
      onClose={onClose}
      onSubmit={() => void handOver()}
    >
      <p>
        <Trans>
          All open tasks of {name} go to another person. So do the clients and returns {name} prepares or
          reviews.
        </Trans>
      </p>
      <Select
        label={t`New owner`}
        autoFocus
        options={others.map((one) => ({ value: one.user_id, label: displayName(one) }))}
        value={chosen}
        onChange={setChosen}
      />
    </FormDialog>
  );
}
