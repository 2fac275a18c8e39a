import { useEffect, useRef } from 'react';

export interface FieldIssue {
  /** The id of the field or its group. */
  fieldId: string;
  message: string;
}

export interface ErrorSummaryProps {
  title: string;
  issues: readonly FieldIssue[];
  /** How often the form was submitted (react-hook-form's submitCount). Each failed attempt moves focus here. */
  attempt: number;
  /** Replaces the default, `focusField`, if the field must be rendered first. */
  onGo?: (fieldId: string) => void;
}

const focusable = 'input:not([type=hidden]), select, textarea, button, [tabindex]';

/** All errors of a form in one place. Each line links to its field. */
export function ErrorSummary({ title, issues, attempt, onGo = focusField }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);

  // Not when issues appear: a form that is sent once checks each key, and the focus belongs to the field.
  useEffect(() => {
    if (attempt > 0) box.current?.focus();
  }, [attempt]);

  if (issues.length === 0) return null;
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="alert"
      className="rounded-card border-2 border-danger bg-danger-soft p-5"
    >
      <h2 className="text-lg">{title}</h2>
      <ul className="mt-2 flex flex-col">
        {issues.map((issue) => (
          <li key={`${issue.fieldId} ${issue.message}`}>
            <a
              href={`#${issue.fieldId}`}
              className="inline-flex min-h-8 items-center font-medium text-danger underline underline-offset-4"
              onClick={(event) => {
                event.preventDefault();
                onGo(issue.fieldId);
              }}
            >
              {issue.message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Scrolls to a field, or to the first control of a group, and focuses it. */
export function focusField(id: string): void {
  const found = document.getElementById(id);
  if (found) focusControl(found);
}

export function focusControl(found: HTMLElement): void {
  const field = found.matches(focusable) ? found : (found.querySelector<HTMLElement>(focusable) ?? found);
  field.scrollIntoView({ block: 'center' });
  field.focus({ preventScroll: true });
}
