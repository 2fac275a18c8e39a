import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed } from 'lucide-react';
import type { ReactNode } from 'react';
import { healthQuery } from '#app/office/queries.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { VisuallyHidden } from '#app/ui/layout/visually-hidden.tsx';
import { type FirstStep, firstSteps, type StepId } from './first-steps.ts';
import { stepWords } from './step-words.ts';

/** What a new office does first. Once it has a client, `children`. */
export function FirstRun({ onNewClient, children }: { onNewClient: () => void; children: ReactNode }) {
  const { t } = useLingui();
  const { role } = useSession();
  const isSuper = role === 'super';
  const { data: row, error } = useQuery(firstStepsQuery());
  const isNew = row?.has_clients === false;
  const { data: health } = useQuery({ ...healthQuery(t), enabled: isNew && isSuper });
  if (row === undefined && !error) return null;
  if (!row || !isNew) return children;
  const steps = firstSteps(row, health?.lights ?? [], isSuper);
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section aria-labelledby="first-run" className="rounded-card border border-line bg-surface">
      <div className="border-b border-line px-4 py-3">
        <h2 id="first-run" className="text-lg">
          {isSuper ? t`Set up your office` : t`Add the first client`}
        </h2>
        {isSuper && (
          <p role="status" className="text-sm text-muted">
            <Trans>
              {done} of {{ total: steps.length }} done. You can change all of it later.
            </Trans>
          </p>
        )}
      </div>
      <ol className="divide-y divide-line">
        {steps.map((step) => (
          <StepRow key={step.id} step={step}>
            <StepActions id={step.id} isSuper={isSuper} onNewClient={onNewClient} />
          </StepRow>
        ))}
      </ol>
    </section>
  );
}

function StepRow({ step: { id, isDone, light }, children }: { step: FirstStep; children: ReactNode }) {
  const { t } = useLingui();
  const { title, text } = stepWords[id];
  const Icon = isDone ? CircleCheck : CircleDashed;
  return (
    <li className="flex flex-col gap-x-6 gap-y-3 px-4 py-3 md:flex-row md:items-center md:justify-between">
      <div className="flex min-w-0 gap-3">
        <Icon size={22} aria-hidden className={isDone ? 'shrink-0 text-success' : 'shrink-0 text-muted'} />
        <div className="min-w-0 wrap-anywhere">
          <h3 className="font-sans text-base font-semibold">
            {t(title)}
            <VisuallyHidden> ({isDone ? t`done` : t`to do`})</VisuallyHidden>
          </h3>
          {!isDone && (
            <p className="text-sm text-muted">
              {t(text)} {light?.says} {light?.todo}
            </p>
          )}
        </div>
      </div>
      <div className="flex shrink-0 flex-wrap gap-2 max-md:pl-8.5">{children}</div>
    </li>
  );
}

interface StepActionsProps {
  id: StepId;
  isSuper: boolean;
  onNewClient: () => void;
}

function StepActions({ id, isSuper, onNewClient }: StepActionsProps) {
  const { t } = useLingui();
  const { link } = stepWords[id];
  return (
    <>
      {(id !== 'client' || isSuper) && (
        <LinkButton to={link.to} variant="secondary" size="small">
          {t(link.label)}
        </LinkButton>
      )}
      {id === 'client' && (
        <Button size="small" onPress={onNewClient}>
          <Trans>New client</Trans>
        </Button>
      )}
    </>
  );
}

function firstStepsQuery() {
  return queryOptions({
    queryKey: ['first-steps'] as const,
    queryFn: async ({ signal }) => {
      const { data, error } = await rest
        .rpc('first_steps', {}, { get: true })
        .abortSignal(signal)
        .maybeSingle();
      if (error) throw error;
      return data;
    },
    staleTime: 0,
  });
}
