import { Trans, useLingui } from '@lingui/react/macro';
import type { Factor } from '@supabase/supabase-js';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Smartphone } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { failureOf, isConnectionError, messageOf } from '#app/shared/api/error-wording.ts';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { useAction } from '#app/shared/api/use-action.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { LoadProblem } from '#app/shared/parts/load-problem.tsx';
import { useSecondFactorRule } from '#app/shared/session/auth-settings.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import { mayManage } from '#domain/account/roles.ts';
import { makeRecoveryCodes, ownFactors, recoveryCodesLeft, removeApp } from '../auth-service.ts';
import { CodesDialog } from './codes-dialog.tsx';
import { EnrolDialog } from './enrol-dialog.tsx';
import { Part } from './part.tsx';

type OpenDialog = { kind: 'enrol' } | { kind: 'remove'; id: string } | null;

export function SecondFactor() {
  const { t } = useLingui();
  const { user, role } = useSession();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const query = factorsQuery(user?.id ?? '');
  const { data: factors, error, refetch } = useQuery(query);
  useScrollToHash('second-factor', factors !== undefined);
  const changed = () => invalidate(query.queryKey);
  const hasApp = factors !== undefined && factors.apps.length > 0;

  return (
    <Part
      id="second-factor"
      title={t`Two-step login`}
      action={
        factors && (
          <Button
            variant={hasApp ? 'quiet' : 'secondary'}
            onPress={() => setDialog({ kind: 'enrol' })}
            className={hasApp ? '-mx-5' : ''}
          >
            {hasApp ? t`Add another app` : t`Set up an app`}
          </Button>
        )
      }
    >
      {error && <LoadProblem onRetry={refetch}>{messageOf(error, t)}</LoadProblem>}
      {factors && !hasApp && <Advice />}
      {factors && hasApp && (
        <>
          <Apps apps={factors.apps} onRemove={(id) => setDialog({ kind: 'remove', id })} />
          <RecoveryCodesRow left={factors.codesLeft} onChanged={changed} />
          {mayManage(role) && (
            <LinkButton to="/manage" variant="secondary" className="self-start">
              <Trans>Go to the client list</Trans>
            </LinkButton>
          )}
        </>
      )}
      {dialog?.kind === 'enrol' && (
        <EnrolDialog
          needsCodes={factors?.codesLeft == null}
          onClose={(isOn) => {
            setDialog(null);
            void changed();
            if (isOn) notify('success', t`From now on, you’ll also need your app to log in.`);
          }}
        />
      )}
      {dialog?.kind === 'remove' && (
        <RemoveAppDialog
          id={dialog.id}
          isLast={factors?.apps.length === 1}
          onClose={() => setDialog(null)}
          onRemoved={changed}
        />
      )}
    </Part>
  );
}

function Advice() {
  const { t } = useLingui();
  const rule = useSecondFactorRule();
  const text = t`With an authenticator app on your phone, a stolen password isn’t enough to log in. You also enter a code from the app.`;
  if (rule === 'required') {
    return (
      <Banner kind="warning" title={t`You need this before you can open the client list`}>
        {text}
      </Banner>
    );
  }
  if (rule === 'recommended') {
    return (
      <Banner kind="warning" title={t`You work with other people’s documents, so please set this up`}>
        {text}
      </Banner>
    );
  }
  return <p className="text-muted">{text}</p>;
}

function Apps({ apps, onRemove }: { apps: Factor[]; onRemove: (id: string) => void }) {
  const { t } = useLingui();
  const { longDate } = useDates();
  return (
    <ul className="flex flex-col gap-1">
      {apps.map(({ id, created_at: createdAt }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <span className="flex items-center gap-3">
            <Smartphone size={22} strokeWidth={1.5} aria-hidden className="shrink-0 text-action" />
            <span>
              <Trans>Authenticator app</Trans>{' '}
              <Badge tone="success">{t({ message: 'On', context: 'authenticator app' })}</Badge>
              <span className="figures block text-sm text-muted">
                <Trans>Since {{ date: longDate(createdAt) }}</Trans>
              </span>
            </span>
          </span>
          <Button
            variant="quiet"
            className="-mx-5"
            aria-label={t`Remove the app set up on ${{ date: longDate(createdAt) }}`}
            onPress={() => onRemove(id)}
          >
            <Trans>Remove</Trans>
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** The verified apps, and the number of unused recovery codes; null if none were made. */
const factorsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['account', 'factors', userId],
    queryFn: async () => {
      const { apps, hasCodes } = await ownFactors();
      return { apps, codesLeft: hasCodes ? await recoveryCodesLeft() : null };
    },
  });

/** Scrolls to the element of the URL's fragment when it is ready, once for each navigation. */
function useScrollToHash(id: string, ready: boolean): void {
  const { hash, key } = useLocation();
  const arrived = useRef<string | null>(null);

  useEffect(() => {
    if (!ready || hash !== `#${id}` || arrived.current === key) return;
    arrived.current = key;
    const heading = document.getElementById(id);
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  }, [hash, key, id, ready]);
}

interface RemoveAppDialogProps {
  id: string;
  isLast: boolean;
  onClose: () => void;
  onRemoved: () => void;
}

function RemoveAppDialog({ id, isLast, onClose, onRemoved }: RemoveAppDialogProps) {
  const { t } = useLingui();
  const { run, busy, problem } = useAction();

  async function remove(): Promise<void> {
    if (!(await run(() => removeApp(id)))) return;
    onRemoved();
    notify('success', t`The authenticator app was removed.`);
    onClose();
  }

  return (
    <ConfirmDialog
      isOpen
      title={t`Remove the authenticator app?`}
      confirmLabel={t`Remove the app`}
      danger
      busy={busy}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      {isLast
        ? t`You’ll need only your password to log in, and your recovery codes will stop working.`
        : t`You won’t be able to log in with its codes anymore. Your other app still works.`}
      <Problem className="mt-4">{problem}</Problem>
    </ConfirmDialog>
  );
}

const isMade = (error: unknown) => failureOf(error).code === 'mfa_verified_factor_exists';

/** `left`: the number of unused codes; null if none were made. */
function RecoveryCodesRow({ left, onChanged }: { left: number | null; onChanged: () => void }) {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  const { run, busy, problem } = useAction();
  const [wasLost, setWasLost] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);

  const make = () =>
    run(async () => {
      try {
        const { codes } = left === null ? await makeFirst() : await makeRecoveryCodes('regenerate');
        setAsking(false);
        setCodes(codes);
      } catch (error) {
        if (isMade(error)) onChanged();
        throw error;
      }
    });

  async function makeFirst() {
    try {
      return await makeRecoveryCodes('generate');
    } catch (error) {
      setWasLost(isConnectionError(error));
      // They were made before, and the answer with them was lost. Those that were made elsewhere stay.
      if (wasLost && isMade(error)) return makeRecoveryCodes('regenerate');
      throw error;
    }
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <p className={left !== null && left <= 2 ? 'text-warning' : 'text-muted'}>
        {left === null ? t`No recovery codes yet` : t`Recovery codes left: ${left}`}
      </p>
      <Button variant="quiet" className="-mx-5" onPress={() => setAsking(true)}>
        <Trans>Make new codes</Trans>
      </Button>
      <ConfirmDialog
        isOpen={asking}
        title={t`Make new recovery codes?`}
        confirmLabel={t`Make new codes`}
        busy={busy}
        onConfirm={() => void make()}
        onCancel={() => setAsking(false)}
      >
        {left === null
          ? t`You’ll get ten codes to use if you lose your phone.`
          : t`You’ll get ten new codes. Your old ones will stop working.`}
        <Problem className="mt-4">{problem}</Problem>
      </ConfirmDialog>
      {codes && (
        <CodesDialog
          codes={codes}
          onClose={() => {
            setCodes(null);
            onChanged();
          }}
        />
      )}
    </div>
  );
}
