import type { ComponentType } from 'react';
import { business } from '#app/business.ts';
import { Checklist } from '../drawings/checklist.tsx';
import { DeskAndLamp } from '../drawings/desk-and-lamp.tsx';
import type { DrawingProps } from '../drawings/drawing.tsx';
import { Envelope } from '../drawings/envelope.tsx';
import { span } from '../facts.ts';

interface Step {
  title: string;
  text: string;
  picture: ComponentType<DrawingProps>;
}

const { service } = business;

const steps: Step[] = [
  {
    title: 'Signup & Upload',
    text: 'Make an account, answer a few questions about your year, and send photos or PDFs of your papers.',
    picture: Checklist,
  },
  {
    title: 'We Contact You',
    text: `Your preparer reads everything and calls or texts with questions. Most returns are ready in ${span(service.personalReturnDays)} business days.`,
    picture: DeskAndLamp,
  },
  {
    title: 'Get Copies & File',
    text: `You read the return and approve it. We e-file it, and your copies stay in your account. Refunds typically arrive within ${service.refundDaysEfiled} days.`,
    picture: Envelope,
  },
];

export function HowItWorks() {
  return (
    <section aria-labelledby="how-it-works" className="bg-sunken">
      <div className="page py-16 lg:py-28">
        <h2 id="how-it-works" className="text-3xl">
          How It Works
        </h2>
        <ol className="mt-10 grid gap-12 lg:mt-14 lg:grid-cols-3 lg:gap-10">
          {steps.map(({ title, text, picture: Picture }, i) => (
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
          ))}
        </ol>
      </div>
    </section>
  );
}
