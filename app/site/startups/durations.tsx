import { timeline } from './content.ts';

const longest = Math.max(...timeline.lines.map(({ days }) => days.to));

/** Each duration as a bar from its earliest to its latest day, and in words. */
export function Durations() {
  return (
    <ul className="figures mt-6 grid gap-6">
      {timeline.lines.map(({ label, days, text }) => (
        <li key={label}>
          <p className="flex items-baseline justify-between gap-4">
            <span className="font-semibold">{label}</span>
            <span>{text}</span>
          </p>
          <svg
            viewBox="0 0 100 10"
            preserveAspectRatio="none"
            aria-hidden="true"
            className="mt-2 h-2.5 w-full overflow-hidden rounded-full"
          >
            <rect width="100" height="10" className="fill-line" />
            <rect width={(days.to / longest) * 100} height="10" className="fill-action" opacity="0.45" />
            <rect width={(days.from / longest) * 100} height="10" className="fill-action" />
          </svg>
        </li>
      ))}
    </ul>
  );
}
