import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

export interface FieldRowProps {
  legend: ReactNode;
  /** The error of any field, below the row. */
  errors?: readonly string[];
  /** Gets the id of the error, for `aria-describedby`. */
  children: (problemId: string) => ReactNode;
}

/** Three fields for one question, such as a date, under one legend. The first is the widest. */
export function FieldRow({ legend, errors = [], children }: FieldRowProps) {
  const problemId = useId();
  return (
    <fieldset className="flex min-w-0 flex-col">
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      <div className="grid grid-cols-2 items-start gap-2 *:first:col-span-2 sm:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)_minmax(0,1.2fr)] sm:*:first:col-span-1 md:max-w-md md:gap-3">
        {children(problemId)}
      </div>
      <div id={problemId} className="flex flex-col gap-0.5 text-sm font-medium text-danger">
        {errors.map((error) => (
          <p key={error} className="mt-1.5 flex items-start gap-1.5">
            <CircleAlert size={16} aria-hidden className="mt-[0.2em] shrink-0" />
            <span>{error}</span>
          </p>
        ))}
      </div>
    </fieldset>
  );
}
