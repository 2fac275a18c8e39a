import { Sprig } from '#app/shared/drawings/sprig.tsx';
import { andList } from '#app/shared/facts.ts';
import { pageMeta } from '#app/shared/meta.ts';
import facts from '#business/team';
import type { Business } from '#domain/business/business.ts';
import { CallToAction, contact, uploadInstead } from '../blocks/call-to-action.tsx';
import { heading, numbers, story, team, values } from './content.ts';

const { team: people } = facts as Business;

export const meta = () =>
  pageMeta({ title: heading.title, description: heading.description, path: '/about-us' });

export default function About() {
  return (
    <>
      <div className="page grid items-center gap-x-20 gap-y-10 pt-12 pb-14 lg:grid-cols-[1.35fr_1fr] lg:pt-20 lg:pb-20">
        <div>
          <p className="mb-2 text-sm font-semibold text-accent">{heading.title}</p>
          <h1 tabIndex={-1} className="text-4xl">
            {heading.headline}
          </h1>
          <p className="mt-6 max-w-text text-lg text-muted">{heading.lead}</p>
        </div>
        <Sprig className="w-48 text-action lg:w-full lg:max-w-[20rem] lg:justify-self-end" />
      </div>
      <section aria-label="The office in numbers" className="bg-deep text-on-deep">
        <dl className="page grid grid-cols-2 gap-y-8 py-12 lg:grid-cols-4 lg:py-16">
          {numbers.map(({ value, label }) => (
            <div key={label} className="flex flex-col-reverse border-l border-deep-line pl-5 lg:pl-8">
              <dt className="text-on-deep-muted">{label}</dt>
              <dd className="figures font-display text-3xl">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section
        aria-labelledby="story"
        className="page grid gap-x-16 gap-y-6 py-16 lg:grid-cols-[18rem_1fr] lg:py-28"
      >
        <h2 id="story" className="text-2xl">
          {story.title}
        </h2>
        <div className="max-w-text">
          {story.paragraphs.map((paragraph) => (
            <p key={paragraph} className="mb-5 first:text-lg">
              {paragraph}
            </p>
          ))}
        </div>
      </section>
      <Team />
      <section aria-labelledby="values" className="page py-16 lg:py-28">
        <h2 id="values" className="text-2xl">
          {values.title}
        </h2>
        <dl className="mt-8 grid gap-x-16 md:grid-cols-2">
          {values.items.map(({ title, text }) => (
            <div key={title} className="border-t border-control py-6">
              <dt className="font-display text-xl">{title}</dt>
              <dd className="mt-2 text-muted">{text}</dd>
            </div>
          ))}
        </dl>
      </section>
      <CallToAction
        title="Bring us one year. If we are good, bring the next."
        ways={[
          uploadInstead({ to: '/upload', label: 'Get Started Today' }),
          { to: '/quote', label: 'Get Free Quote', signedIn: contact },
        ]}
      />
    </>
  );
}

function Team() {
  if (people.length === 0) return null;
  return (
    <section aria-labelledby="team" className="bg-sunken">
      <div className="page py-16 lg:py-24">
        <h2 id="team" className="text-2xl">
          {team.title}
        </h2>
        <ul className="mt-8 grid gap-x-10 gap-y-10 lg:grid-cols-3">
          {people.map(({ name, role, about, languages }) => (
            <li key={name} className="grid grid-cols-[4rem_1fr] gap-x-5 lg:block">
              <span
                aria-hidden="true"
                className="flex size-16 items-center justify-center rounded-full border border-action bg-surface font-display text-xl text-action"
              >
                {initials(name)}
              </span>
              <div className="lg:mt-5">
                <h3 className="text-xl">{name}</h3>
                <p className="text-sm font-semibold text-accent">{role}</p>
                <p className="mt-2">{about}</p>
                <p className="mt-2 text-sm text-muted">Speaks {andList(languages)}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function initials(name: string): string {
  return name
    .split(/\s+/)
    .map((part) => part[0])
    .join('')
    .slice(0, 2);
}
