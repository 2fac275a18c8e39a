import { business } from '#app/business.ts';
import { siteUrl } from '#app/env.ts';
import { addressLines } from '#app/shared/facts.ts';
import { Mark } from './logo.tsx';

const { contact, name } = business;

/** The top of a printed page. The header, footer, and bars are not printed. */
export function Letterhead() {
  return (
    <div data-letterhead className="page hidden print:block">
      <div className="flex items-end justify-between gap-8 border-b border-control pb-3">
        <p className="flex items-center gap-2.5 font-display text-xl text-action">
          <Mark />
          {name}
        </p>
        <p className="figures text-right text-xs">
          {addressLines.join(', ')}
          <br />
          {contact.phone.display}, {contact.email}
          <br />
          {siteUrl.replace(/^https?:\/\//, '')}
        </p>
      </div>
    </div>
  );
}
