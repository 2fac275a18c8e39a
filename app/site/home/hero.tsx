import { dollars, lowestPrice } from '#app/shared/facts.ts';
import type { SessionHint } from '#app/shared/session/session-hint.ts';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { StoreBadges } from '../blocks/store-badges.tsx';
import { hero } from './first-view.ts';
import { SampleReturn } from './sample-return.tsx';

export function Hero({ hint }: { hint: SessionHint | null }) {
  return (
    <section className="page grid grid-cols-[minmax(0,1fr)] items-center gap-x-16 gap-y-12 pt-10 pb-16 lg:grid-cols-[minmax(0,1.08fr)_minmax(0,1fr)] lg:pt-20 lg:pb-28">
      <div>
        <h1 tabIndex={-1} className="text-4xl">
          {hero.headline}
        </h1>
        <p className="mt-6 max-w-[34rem] text-lg text-muted">{hero.lead}</p>
        <div className="mt-8 flex flex-col gap-3 sm:flex-row">
          {hint ? (
            <LinkButton to="/secured-files" size="large">
              {hero.file}
            </LinkButton>
          ) : (
            <LinkButton to="/signup" size="large">
              {hero.start}
            </LinkButton>
          )}
          <LinkButton to="/quote" size="large" variant="secondary">
            {hero.quote}
          </LinkButton>
        </div>
        <p className="figures mt-5 text-sm text-muted">
          {hero.from} <strong className="text-ink">{dollars(lowestPrice)}</strong>, {hero.terms}
        </p>
        <div className="mt-8 border-t border-line pt-6">
          <StoreBadges />
        </div>
      </div>
      <SampleReturn />
    </section>
  );
}
