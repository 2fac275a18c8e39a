import type { MessageDescriptor } from '@lingui/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, CircleSlash } from 'lucide-react';
import { useState } from 'react';
import { healthQuery } from '#app/office/queries.ts';
import { done } from '#app/shared/api/done.ts';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { rest } from '#app/shared/api/rest.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { msg } from '#domain/language/message.ts';
import {
  type FirstStep,
  type FirstStepsRow,
  firstSteps,
  firstStepsQuery,
  type StepId,
} from './first-steps.ts';

interface StepWords {
  title: MessageDescriptor;
  text: MessageDescriptor;
  /** Where the step is done. */
  link: { to: string; label: MessageDescriptor };
}

const contact = { to: '/manage/office/contact', label: msg`Open facts` };
const health = { to: '/manage/office/health', label: msg`Open Health` };

const stepWords: Record<StepId, StepWords> = {
  name: {
    title: msg`Enter the name of your office`,
    text: msg`It’s at the top of every page, in emails, and in search results.`,
    link: contact,
  },
  phone: {
    title: msg`Enter your phone number`,
    text: msg`Clients call it from your site. The one there is our example.`,
    link: contact,
  },
  hours: {
    title: msg`Set your hours`,
    text: msg`Visitors can book appointments within them.`,
    link: contact,
  },
  prices: {
    title: msg`Set your prices`,
    text: msg`Your site shows none until you do.`,
    link: { to: '/manage/office/prices', label: msg`Open prices` },
  },
  reviews: {
    title: msg`Add your reviews`,
    text: msg`Your site shows what clients say about you, and where they can write a review.`,
    link: { to: '/manage/office/reviews', label: msg`Open reviews` },
  },
  people: {
    title: msg`Add your colleagues`,
    text: msg`Each person logs in with an account of their own.`,
    link: { to: '/manage/office', label: msg`Open Staff` },
  },
  mail: {
    title: msg`Connect your email server`,
    text: msg`Clients get letters and reset their passwords by email.`,
    link: health,
  },
  backup: {
    title: msg`Set up a backup`,
    text: msg`A backup brings everything back after a broken disk.`,
    link: health,
  },
  recovery: {
    title: msg`Print the recovery sheet`,
    text: msg`It has the key that opens your backups.`,
    link: { to: '/manage/office/recovery', label: msg`Open Recovery` },
  },
  factor: {
    title: msg`Turn on two-step login for all staff`,
    text: msg`A stolen password alone then opens nothing.`,
    link: { to: '/account', label: msg`Open your account` },
  },
  client: {
    title: msg`Add your first client`,
    text: msg`Add one yourself, import them from your tax program, or let them sign up on your site.`,
    link: { to: '/manage/office/import', label: msg`Import clients` },
  },
};

interface FirstRunProps {
  row: FirstStepsRow;
  /** The office has no client, and the list is all there is to see. */
  isNew: boolean;
  onNewClient: () => void;
}

/** What an office does first, until each step is done or skipped: a new one with the list open. */
export function FirstRun({ row, isNew, onNewClient }: FirstRunProps) {
  const { t } = useLingui();
  const isSuper = useSession().role === 'super';
  const [wasOpened, setOpened] = useState(isNew);
  const { data: health } = useQuery({ ...healthQuery(t), enabled: wasOpened && isSuper });
  const steps = firstSteps(row, health?.lights ?? [], isSuper);
  const title = isSuper ? t`Set up your office` : t`Add the first client`;
  const { run, busy, problem } = useAction(() => invalidate(firstStepsQuery.queryKey));

  async function skip(step: StepId, undo: boolean): Promise<void> {
    const isDone = await run(() => done(rest.rpc('dismiss_first_step', { step, undo })));
    // With the last one, the list disappears.
    const isLast = !steps.some(({ id, state }) => id !== step && state === 'todo');
    if (isDone && !undo && isLast) document.querySelector<HTMLElement>('main h1')?.focus();
  }

  const list = (
    <>
      <Problem>{problem}</Problem>
      <ol className="divide-y divide-line">
        {steps.map((step) => (
          <StepRow
            key={step.id}
            step={step}
            isSuper={isSuper}
            onNewClient={onNewClient}
            onSkip={() => busy || void skip(step.id, step.state === 'skipped')}
          />
        ))}
      </ol>
    </>
  );
  if (isNew) {
    return (
      <section aria-labelledby="first-run" className="rounded-card border border-line bg-surface">
        <div className="border-b border-line px-4 py-3">
          <h2 id="first-run" className="text-lg">
            {title}
          </h2>
          {isSuper && (
            <p role="status" className="text-sm text-muted">
              <Left steps={steps} /> {t`You can change all of it later.`}
            </p>
          )}
        </div>
        {list}
      </section>
    );
  }
  return (
    <section aria-label={title} className="rounded-control border border-line bg-surface">
      <details onToggle={() => setOpened(true)}>
        <summary className="min-h-11 cursor-pointer px-4 py-2.5 text-sm lg:min-h-0 lg:py-1">
          <span className="font-semibold">{title}</span>{' '}
          <span role="status" className="text-muted">
            <Left steps={steps} />
          </span>
        </summary>
        <div className="max-h-[60vh] overflow-y-auto border-t border-line">{list}</div>
      </details>
    </section>
  );
}

function Left({ steps }: { steps: readonly FirstStep[] }) {
  const left = steps.filter(({ state }) => state === 'todo').length;
  return <Plural value={left} one="# step left." other="# steps left." />;
}

interface StepRowProps {
  step: FirstStep;
  isSuper: boolean;
  onNewClient: () => void;
  onSkip: () => void;
}

function StepRow({ step: { id, state, light }, isSuper, onNewClient, onSkip }: StepRowProps) {
  const { t } = useLingui();
  const { text, link, ...words } = stepWords[id];
  const title = t(words.title);
  const Icon = { todo: CircleDashed, done: CircleCheck, skipped: CircleSlash }[state];
  const said = { todo: t`to do`, done: t`done`, skipped: t`skipped` }[state];
  const isToDo = state === 'todo';
  return (
    <li
      className={classNames(
        'flex flex-col gap-x-6 gap-y-3 px-4 md:flex-row md:items-center md:justify-between',
        isToDo ? 'py-3' : 'py-1.5',
      )}
    >
      <div className="flex min-w-0 gap-3">
        <Icon
          size={22}
          aria-hidden
          className={state === 'done' ? 'shrink-0 text-success' : 'shrink-0 text-muted'}
        />
        <div className="min-w-0 wrap-anywhere">
          <h3 className="font-sans text-base font-semibold">
            {title}
            <span className="sr-only"> ({said})</span>
          </h3>
          {isToDo && (
            <p className="text-sm text-muted">
              {t(text)} {light?.says} {light?.todo}
            </p>
          )}
        </div>
      </div>
      {state !== 'done' && (
        <div className="flex shrink-0 flex-wrap gap-2 max-md:pl-8.5">
          {isToDo && (id !== 'client' || isSuper) && (
            <LinkButton to={link.to} variant="secondary" size="small">
              {t(link.label)}
            </LinkButton>
          )}
          {isToDo && id === 'client' && (
            <Button size="small" onPress={onNewClient}>
              <Trans>New client</Trans>
            </Button>
          )}
          {/* Never disabled, since it would lose the focus. */}
          {isSuper && (
            <Button
              size="small"
              variant="quiet"
              aria-label={isToDo ? t`Skip: ${title}` : t`Put back: ${title}`}
              onPress={onSkip}
            >
              {isToDo ? <Trans>Skip</Trans> : <Trans>Put back</Trans>}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
