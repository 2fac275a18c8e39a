import type { ComponentType } from 'react';
import { Checklist } from '#app/shared/drawings/checklist.tsx';
import { DeskAndLamp } from '#app/shared/drawings/desk-and-lamp.tsx';
import type { DrawingProps } from '#app/shared/drawings/drawing.tsx';
import { Envelope } from '#app/shared/drawings/envelope.tsx';
import { howItWorks } from './content.ts';

/** One icon per step, in order. */
const pictures: ComponentType<DrawingProps>[] = [Checklist, DeskAndLamp, Envelope];

export function HowItWorks() {
  return (
    <section aria-labelledby="how-it-works" className="bg-sunken">
      <div className="page py-16 lg:py-28">
        <h2 id="how-it-works" className="text-3xl">
          {howItWorks.title}
        </h2>
        <ol className="mt-10 grid gap-12 lg:mt-14 lg:grid-cols-3 lg:gap-10">
          {howItWorks.steps.map(({ title, text }, i) => {
            const Picture = pictures[i] ?? Envelope;
            return (
              <li
                key={title}
                className="grid grid-cols-[6.5rem_1fr] items-start gap-x-5 md:grid-cols-[12rem_1fr] lg:block"
              >
                <Picture className="w-full max-w-[17rem] text-action" />
                <div className="lg:mt-6 lg:border-t lg:border-control lg:pt-5">
                  <p className="figures text-sm font-semibold text-accent">Step {i + 1}</p>
                  <h3 className="mt-1 text-xl">{title}</h3>
                  <p className="mt-2 text-muted">{text}</p>
                </div>
              </li>
            );
          })}
        </ol>
      </div>
    </section>
  );
}
