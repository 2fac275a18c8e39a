import {
  type ComponentProps,
  createContext,
  type SyntheticEvent,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { focusControl } from './error-summary.tsx';

const Attempts = createContext(0);

interface FieldFormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  /** The errors of the fields are known when it returns or its promise ends. */
  onSubmit: (event: SyntheticEvent) => unknown;
}

/** A form without an error summary. Each refused attempt announces the errors, and moves the focus to the first field. */
export function FieldForm({ onSubmit, ...props }: FieldFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);

  useEffect(() => {
    const wrong = form.current?.querySelector<HTMLElement>('[data-invalid], [aria-invalid=true]');
    if (attempts > 0 && wrong) focusControl(wrong);
  }, [attempts]);

  return (
    <Attempts value={attempts}>
      <form
        ref={form}
        method="post"
        noValidate
        onSubmit={async (event) => {
          event.preventDefault();
          await onSubmit(event);
          setAttempts((before) => before + 1);
        }}
        {...props}
      />
    </Attempts>
  );
}

/** The text of an error at a field. */
export function ErrorText({ children }: { children: string }) {
  const attempts = useContext(Attempts);
  // The key, so that the same error is announced after each attempt.
  return (
    <span key={attempts} role={attempts > 0 ? 'alert' : undefined}>
      {children}
    </span>
  );
}
