import { useLingui } from '@lingui/react/macro';
import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, type Ref, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import { TextArea } from 'react-aria-components/TextArea';
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components/TextField';
import { classNames } from '../class-names.ts';
import { controlStyle } from './control-style.ts';
import { FieldHint, FieldLabel, FieldProblem, type FieldText } from './field-parts.tsx';

export interface TextFieldProps
  extends Omit<AriaTextFieldProps, 'className' | 'style' | 'children' | 'isInvalid' | 'validationBehavior'>,
    FieldText {
  /** Fixed text at the start of the box, such as "+1". */
  prefix?: ReactNode;
  /** At the end of the box: a button that belongs to it. */
  end?: ReactNode;
  placeholder?: string;
  /** A textarea with this many lines. */
  rows?: number;
  /** Shows "(optional)" after the label. Required fields are not marked. */
  optional?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  className?: string;
}

export function TextField(props: TextFieldProps) {
  const {
    label,
    hint,
    error,
    prefix,
    end,
    placeholder = '',
    rows,
    optional,
    inputRef,
    className,
    type,
    ...rest
  } = props;
  const [shown, setShown] = useState(false);
  const password = type === 'password';
  return (
    <AriaTextField
      {...rest}
      type={password && shown ? 'text' : (type ?? 'text')}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={classNames('flex flex-col gap-1.5', className)}
    >
      <FieldLabel required={!optional}>{label}</FieldLabel>
      <FieldHint>{hint}</FieldHint>
      {rows ? (
        <TextArea rows={rows} placeholder={placeholder} className={classNames(controlStyle, 'py-2.5')} />
      ) : (
        <Group className="relative flex items-center">
          {prefix && <span className="pointer-events-none absolute left-3.5 text-muted">{prefix}</span>}
          <Input
            ref={inputRef}
            placeholder={placeholder}
            className={classNames(
              controlStyle,
              prefix ? 'pl-12' : null,
              password && 'pr-12',
              end ? 'pr-24' : null,
            )}
          />
          {end && <span className="absolute right-0.5">{end}</span>}
          {password && <RevealButton shown={shown} onToggle={() => setShown(!shown)} />}
        </Group>
      )}
      <FieldProblem>{error}</FieldProblem>
    </AriaTextField>
  );
}

function RevealButton({ shown, onToggle }: { shown: boolean; onToggle: () => void }) {
  const { t } = useLingui();
  return (
    <Button
      // slot null: it belongs to no other part of the field.
      slot={null}
      aria-label={shown ? t`Hide password` : t`Show password`}
      onPress={onToggle}
      className="absolute right-0.5 flex size-11 cursor-pointer items-center justify-center rounded-control text-muted hover:text-ink"
    >
      {shown ? <EyeOff size={20} aria-hidden /> : <Eye size={20} aria-hidden />}
    </Button>
  );
}
