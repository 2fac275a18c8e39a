import { business } from '#app/business.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { dayInWords, timeInWords } from '#domain/calendar/words.ts';
import { zonedClock } from '#domain/calendar/zoned.ts';
import { FormVerdict } from '../form-verdict.tsx';
import type { KeptTime } from './kept.ts';

interface ChosenTimeProps {
  /** True: the calendar alone knows which. */
  chosen: KeptTime | true;
  email: string | null;
  /** Come back to: the calendar's own confirmation is gone. */
  again: boolean;
}

/** What the calendar in the frame says too; after a reload there is only this. */
export function ChosenTime({ chosen, email, again }: ChosenTimeProps) {
  return (
    <FormVerdict kind="success">
      <p className="font-display text-xl">You are booked</p>
      {chosen !== true && <p className="figures mt-1">{whenInWords(chosen)}</p>}
      {/* Our own calendar says so itself, as long as it is there. */}
      {(again || chosen === true) && <p className="mt-1 font-normal">{whatIsWritten(chosen, email)}</p>}
      {again && chosen !== true && (
        <LinkButton
          to={`/calendar#ticket=${encodeURIComponent(chosen.ticket)}`}
          variant="secondary"
          className="mt-4"
        >
          See, change or cancel it
        </LinkButton>
      )}
    </FormVerdict>
  );
}

function whenInWords(chosen: KeptTime): string {
  const { timeZone, contact } = business;
  const start = Date.parse(chosen.start);
  const day = dayInWords(zonedClock(timeZone).dayOf(start));
  return `${day}, ${timeInWords(start, timeZone)} in ${contact.address.city}`;
}

function whatIsWritten(chosen: KeptTime | true, email: string | null): string {
  if (email === null) return 'You gave no email, so please write the time down.';
  return chosen === true
    ? `The calendar service writes to ${email}, with the time and how to change it.`
    : `The confirmation is on its way to ${email}.`;
}
