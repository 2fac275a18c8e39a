import { business } from '#app/business.ts';
import { Seal } from '#app/shared/drawings/seal.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { authorized } from './content.ts';

export function Authorized() {
  return (
    <section aria-labelledby="authorized" className="bg-deep text-on-deep">
      <div className="page grid items-center gap-x-16 gap-y-10 py-16 lg:grid-cols-[15rem_1fr] lg:py-24">
        <Seal className="w-36 text-on-deep-muted lg:w-full" />
        <div>
          <h2 id="authorized" className="max-w-[40rem] text-3xl">
            Authorized IRS <span className="whitespace-nowrap">E-filing</span> Tax Provider
          </h2>
          <p className="mt-4 max-w-[40rem] text-on-deep-muted">{authorized.text}</p>
          <dl className="mt-10 grid gap-8 border-t border-deep-line pt-8 md:grid-cols-3">
            {authorized.promises.map(({ title, text }) => (
              <div key={title}>
                <dt className="font-semibold">{title}</dt>
                <dd className="mt-1.5 text-sm text-on-deep-muted">{text}</dd>
              </div>
            ))}
          </dl>
          <LinkButton to={business.links.irsProviderLookup} variant="on-deep" className="mt-10">
            {authorized.lookUp}
          </LinkButton>
        </div>
      </div>
    </section>
  );
}
