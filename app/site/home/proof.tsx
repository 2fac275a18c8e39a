import { numbers } from './first-view.ts';

/** The office's key numbers. */
export function Proof() {
  return (
    <section aria-label={numbers.label} className="border-y border-line">
      <dl className="page grid grid-cols-2 lg:grid-cols-4">
        {numbers.items.map(({ value, label }, i) => (
          <div
            key={label}
            className={`flex flex-col-reverse py-6 lg:py-8 ${i % 2 ? 'border-l border-line pl-5' : 'pr-5'} ${i > 1 ? 'border-t border-line lg:border-t-0' : ''} ${i ? 'lg:border-l lg:border-line lg:pl-8' : ''}`}
          >
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="figures font-display text-2xl">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
