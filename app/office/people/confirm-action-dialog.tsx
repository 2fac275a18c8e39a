import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { done } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import { GrantsOf } from './grants.tsx';
import type { OfficePerson } from './people-query.ts';

/** An action on an account that asks for confirmation first. */
export interface ConfirmableAction {
  title: string;
  confirmLabel: string;
  description: ReactNode;
  danger?: boolean;
  /** Someone who loses rights: the access to clients that they gave can be ended with it. */
  grantor?: OfficePerson;
  run: () => Promise<unknown>;
  successMessage: string;
}

export function ConfirmActionDialog({ action, onClose }: { action: ConfirmableAction; onClose: () => void }) {
  const { run, busy, problem } = usePeopleAction();
  const [endsGrants, setEndsGrants] = useState(false);
  const { grantor } = action;

  async function confirm(): Promise<void> {
    const isDone = await run(async () => {
      await action.run();
      if (grantor && endsGrants) await endGrantedAccess(grantor.user_id);
    });
    if (!isDone) return;
    notify('success', action.successMessage);
    onClose();
  }

  return (
    <ConfirmDialog
      isOpen
      title={action.title}
      confirmLabel={action.confirmLabel}
      danger={action.danger ?? false}
      busy={busy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p className="break-words">{action.description}</p>
      {grantor && <GrantsOf person={grantor} isEnding={endsGrants} onChange={setEndsGrants} />}
      <Problem className="mt-3 text-ink">{problem}</Problem>
    </ConfirmDialog>
  );
}

/** Ends all access to clients that the person gave, apart from clients' own logins. */
export const endGrantedAccess = (userId: string) => done(rest.rpc('end_granted_access', { person: userId }));

/** Runs an action on an account, then refetches what the pages show. */
export function usePeopleAction() {
  const queries = useQueryClient();
  const { reloadProfile } = useSession();
  return useAction(async () => {
    await Promise.all([refreshPeople(queries), reloadProfile()]);
  });
}

async function refreshPeople(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['office'] }),
    queries.invalidateQueries({ queryKey: ['clients'] }),
    queries.invalidateQueries({ queryKey: ['staff'] }),
    queries.invalidateQueries({ queryKey: ['case'] }),
  ]);
}
