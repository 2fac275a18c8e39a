import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '#app/ui/actions/button.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { isSignature } from '#domain/returns/signer-name.ts';

/** The client signs by typing their name. */
export function SignatureForm({ busy, onSign }: { busy: boolean; onSign: (name: string) => void }) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();

  function sign(event: FormEvent): void {
    event.preventDefault();
    if (busy) return;
    if (!isSignature(name)) {
      setProblem(t`Please type your first and last name.`);
      input.current?.focus();
      return;
    }
    onSign(name.trim());
  }

  return (
    <form onSubmit={sign} noValidate className="mt-5 flex flex-col gap-4">
      <TextField
        label={t`Type your full name`}
        hint={t`This is your signature. We record your name, the time, and where you signed.`}
        autoComplete="name"
        inputRef={input}
        value={name}
        onChange={(value) => {
          setName(value);
          setProblem(undefined);
        }}
        error={problem}
        className="max-w-md"
      />
      <Button type="submit" size="large" busy={busy} className="sm:self-start">
        <Trans>Approve my return</Trans>
      </Button>
    </form>
  );
}
