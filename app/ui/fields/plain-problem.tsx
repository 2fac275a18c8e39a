import { CircleAlert } from 'lucide-react';
import { ErrorText } from './field-form.tsx';

/** What is wrong with a control outside of React Aria's fields. The control names its id in `aria-describedby`. */
export function PlainProblem({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm font-medium text-danger">
      <CircleAlert size={16} aria-hidden className="mt-[0.2em] shrink-0" />
      <ErrorText>{children}</ErrorText>
    </p>
  );
}
