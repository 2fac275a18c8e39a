import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Banner, type BannerKind, looks } from '#app/ui/feedback/banner.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import {
  type Light,
  type LightState,
  lightNames,
  lightWords,
  summary,
  worst,
} from '#domain/health/lights.ts';
import { askHealth, type HealthLook, healthQuery } from './health-query.ts';

const kinds: Record<LightState, BannerKind> = { green: 'success', yellow: 'warning', red: 'danger' };

const byUrgency = ['red', 'yellow', 'green'] as const;

/** The health of the portal: one light for each thing it depends on, problems first. */
export default function Health() {
  const { t } = useLingui();
  const { data, error } = useQuery(healthQuery(t));
  const queries = useQueryClient();
  const { run, busy, problem } = useAction();
  const lookAgain = () =>
    run(async () => queries.setQueryData(healthQuery(t).queryKey, await askHealth('POST', t)));
  return (
    <section aria-labelledby="office-health" className="flex max-w-4xl flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="office-health" className="font-sans text-base font-semibold">
          <Trans>Health</Trans>
        </h2>
        <Button
          variant="secondary"
          size="small"
          busy={busy}
          icon={<RefreshCw size={16} aria-hidden />}
          onPress={() => void lookAgain()}
        >
          <Trans>Check again</Trans>
        </Button>
      </div>
      <Problem>{problem}</Problem>
      {data && <Lights look={data} />}
      {error && (
        <Banner kind="danger" announce>
          <Trans>We couldn’t load the status: {{ problem: messageOf(error, t) }}</Trans>
        </Banner>
      )}
      {!data && !error && (
        <div role="status" aria-label={t`Loading...`} className="flex flex-col gap-3">
          <Skeleton className="h-20" />
          <Skeleton className="h-64" />
        </div>
      )}
    </section>
  );
}

function Lights({ look: { lights, looked_at: lookedAt } }: { look: HealthLook }) {
  const { t } = useLingui();
  const { dateAndTime } = useDates();
  return (
    <>
      <div role="status">
        <Banner kind={kinds[worst(lights.map(({ state }) => state))]} title={summary(lights, t)}>
          <p className="figures text-sm text-muted">{t`Last checked ${{ when: dateAndTime(lookedAt) }}`}</p>
        </Banner>
      </div>
      <ul aria-label={t`Lights`} className="divide-y divide-line rounded-card border border-line bg-surface">
        {byUrgency.flatMap((state) =>
          lights
            .filter((light) => light.state === state)
            .map((light) => <LightRow key={light.id} light={light} />),
        )}
      </ul>
    </>
  );
}

/** The label repeats the color in words. */
function LightRow({ light: { id, state, says, todo, detail } }: { light: Light }) {
  const { t } = useLingui();
  const { icon: Icon, color } = looks[kinds[state]];
  return (
    <li className="flex flex-col gap-x-6 gap-y-1 px-4 py-3 text-sm md:flex-row">
      <div className="flex shrink-0 items-start gap-2 md:w-56">
        <Icon size={18} aria-hidden className={classNames('mt-0.5 shrink-0', color)} />
        <div>
          <h3 className="font-sans text-sm font-semibold">{t(lightNames[id])}</h3>
          <p className={classNames('font-semibold', color)}>{t(lightWords[state])}</p>
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-1 pl-6.5 wrap-anywhere md:pl-0">
        <p>{says}</p>
        {todo !== undefined && (
          <p>
            <span className="font-semibold">{t`What to do:`}</span> {todo}
          </p>
        )}
        {detail !== undefined && <p className="text-muted">{t`Reason: ${detail}`}</p>}
      </div>
    </li>
  );
}
