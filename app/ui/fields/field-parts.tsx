import { Trans } from '@lingui/react/macro';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { ErrorText } from './field-form.tsx';

export interface FieldText {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong and what to do. If present, the field is invalid. */
  error?: string | undefined;
}

export interface Option {
  value: string;
  label: string;
  hint?: string | undefined;
}

export function FieldLabel({ children, required }: { children: ReactNode; required?: boolean | undefined }) {
  return (
    <Label className="text-sm font-semibold">
      {children}
      {required === false && (
        <span className="font-normal text-muted">
          {' '}
          <Trans>(optional)</Trans>
        </span>
      )}
    </Label>
  );
}

export function FieldHint({ children }: { children?: ReactNode }) {
  if (!children) return null;
  return (
    <Text slot="description" className="text-sm text-muted">
      {children}
    </Text>
  );
}

export function FieldProblem({ children }: { children?: string | undefined }) {
  return (
    <FieldError className="flex items-start gap-1.5 text-sm font-medium text-danger">
      {children && (
        <>
          <CircleAlert size={16} aria-hidden className="mt-[0.2em] shrink-0" />
          <ErrorText>{children}</ErrorText>
        </>
      )}
    </FieldError>
  );
}
