import { Envelope } from '#app/site/drawings/envelope.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import type { NextStep } from './next-step.ts';

/** The one thing to do, larger than everything else on the screen. */
export function NextStepPanel({ step }: { step: NextStep }) {
  return (
    <section
      aria-labelledby="next-step"
      className="grid items-center gap-8 rounded-card bg-deep p-6 text-on-deep md:grid-cols-[minmax(0,1fr)_auto] md:p-10"
    >
      <div>
        <p className="text-sm font-semibold text-gold">Your next step</p>
        <h2 id="next-step" className="mt-2 text-3xl">
          {step.title}
        </h2>
        <p className="mt-4 max-w-xl text-on-deep-muted">{step.text}</p>
        <LinkButton to={step.action.to} variant="on-deep" size="large" className="mt-7 w-full sm:w-auto">
          {step.action.label}
        </LinkButton>
      </div>
      <Envelope className="hidden w-56 text-on-deep-muted md:block lg:w-72" />
    </section>
  );
}
