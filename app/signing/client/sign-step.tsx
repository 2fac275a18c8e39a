import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId, useRef, useState } from 'react';
import { focusStep } from '#app/shared/focus/focus-on-mount.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Checkbox } from '#app/ui/fields/checkbox.tsx';
import { PlainProblem } from '#app/ui/fields/plain-problem.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { Card } from '#app/ui/layout/card.tsx';
import type { PageShape } from '#domain/signing/geometry.ts';
import { initialsOf, signingProblem } from '#domain/signing/marks.ts';
import { signingLimits } from '#domain/signing/request.ts';
import type { Field, Signing } from '#domain/signing/schemas.ts';
import { place, Sheet } from '../document/sheet.tsx';
import type { Pdf } from '../document/use-document.ts';
import { AdoptMark, MarkView } from './adopt-mark.tsx';
import type { Unfinished } from './kept-signing.ts';

interface SignStepProps {
  pdf: Pdf;
  name: string;
  fields: readonly Field[];
  signing: Unfinished;
  onChange: (changes: Partial<Unfinished>) => void;
  busy: boolean;
  onSign: (signing: Signing) => void;
}

const invalidInput = 'input[aria-invalid=true], [role=radiogroup][aria-invalid=true] input:checked';

/** Adopts a signature and fills in the fields as a form, shows the filled pages, and signs. Nothing is final before. */
export function SignStep({ pdf, name, fields, signing, onChange, busy, onSign }: SignStepProps) {
  const { t } = useLingui();
  const [isReady, setReady] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const form = useRef<HTMLDivElement>(null);
  const ids = useId();
  const { signature, initials, values } = signing;
  const needsInitials = fields.some(({ kind }) => kind === 'initials');
  const asked = fields.filter(({ kind }) => kind === 'text' || kind === 'check');
  const missing = t`Please fill this in.`;

  // To what is missing, which may be above the screen.
  useEffect(() => {
    if (attempt > 0) form.current?.querySelector<HTMLElement>(invalidInput)?.focus();
  }, [attempt]);

  function check(): void {
    setAttempt(attempt + 1);
    const found = signature ? signingProblem({ signature, initials, values }, fields) : {};
    setProblem(found ? (found.field ?? 'signature') : null);
    setReady(!found);
  }

  if (isReady && signature) {
    const complete = { signature, initials, values };
    return (
      <section aria-labelledby="confirm" className="flex flex-col gap-4">
        <h2 id="confirm" ref={focusStep} tabIndex={-1} className="text-xl outline-none">
          <Trans>Check, and sign</Trans>
        </h2>
        <p>{t`This is how the document will look. You can still change everything.`}</p>
        <FilledPages pdf={pdf} name={name} fields={fields} signing={complete} />
        <div className="sticky bottom-(--bottom-bar) z-10 -mx-4 flex flex-wrap justify-between gap-3 border-t border-line bg-paper px-4 py-3 low:static">
          <Button
            variant="secondary"
            className="max-sm:order-1 max-sm:w-full"
            isDisabled={busy}
            onPress={() => setReady(false)}
          >
            <Trans>Change something</Trans>
          </Button>
          <Button className="max-sm:w-full" busy={busy} onPress={() => onSign(complete)}>
            <Trans>Sign the document</Trans>
          </Button>
        </div>
      </section>
    );
  }
  return (
    <Card as="section" aria-labelledby="sign">
      <h2 id="sign" ref={focusStep} tabIndex={-1} className="text-xl outline-none">
        <Trans>Your signature</Trans>
      </h2>
      <div ref={form} className="mt-4 flex flex-col gap-6">
        <AdoptMark
          title={t`Your signature: ${name}`}
          isTitleHidden
          suggested={name}
          value={signature}
          onChange={(mark) => onChange({ signature: mark })}
          error={problem === 'signature' && !signature ? t`Please type or draw your signature.` : undefined}
        />
        {needsInitials && (
          <AdoptMark
            title={t`Your initials`}
            suggested={initialsOf(name)}
            value={initials}
            onChange={(mark) => onChange({ initials: mark })}
            error={problem !== null && !initials ? missing : undefined}
          />
        )}
        {asked.map((field, index) => {
          const label = field.label || t`Field ${{ number: index + 1 }} on page ${{ page: field.page }}`;
          const set = (value: string | boolean) => onChange({ values: { ...values, [field.id]: value } });
          const error = problem === field.id ? missing : undefined;
          return field.kind === 'check' ? (
            <div key={field.id}>
              <Checkbox
                isSelected={values[field.id] === true}
                onChange={set}
                isInvalid={error !== undefined}
                {...(error && { 'aria-describedby': `${ids}${field.id}` })}
              >
                <span className="min-w-0 wrap-anywhere">{label}</span>
              </Checkbox>
              {error && <PlainProblem id={`${ids}${field.id}`}>{error}</PlainProblem>}
            </div>
          ) : (
            <TextField
              key={field.id}
              label={label}
              optional={!field.required}
              maxLength={signingLimits.text}
              value={String(values[field.id] ?? '')}
              onChange={set}
              error={error}
            />
          );
        })}
        <Button size="large" className="sm:self-start" onPress={check}>
          <Trans>Put it on the document</Trans>
        </Button>
      </div>
    </Card>
  );
}

type FilledPagesProps = Pick<SignStepProps, 'pdf' | 'name' | 'fields'> & { signing: Signing };

function FilledPages({ pdf, name, fields, signing }: FilledPagesProps) {
  const { t } = useLingui();
  const { mediumDate } = useDates();
  const today = mediumDate(new Date().toISOString());
  const pages = [...new Set(fields.map(({ page }) => page))].sort((a, b) => a - b);
  const fill = (field: Field, shape: PageShape) => {
    const value = valueIn(field, name, signing, today);
    return (
      <div
        key={field.id}
        className="absolute flex items-center overflow-hidden text-code-ink outline-2 outline-action"
        style={{ ...place(shape, field), containerType: 'size' }}
      >
        <span
          className={classNames('flex h-full min-w-0 items-center', field.kind === 'check' && 'mx-auto')}
          style={{ fontSize: '62cqh' }}
        >
          {typeof value === 'object' ? <MarkView mark={value} /> : value === true ? '✓' : value || ''}
        </span>
        <span className="sr-only">{field.kind === 'signature' ? t`Your signature is here.` : ''}</span>
      </div>
    );
  };
  return (
    <div className="flex flex-col gap-4">
      {pages.map((page) => (
        <Sheet key={page} pdf={pdf} number={page}>
          {(shape) => fields.filter((field) => field.page === page).map((field) => fill(field, shape))}
        </Sheet>
      ))}
    </div>
  );
}

function valueIn(field: Field, name: string, { signature, initials, values }: Signing, today: string) {
  switch (field.kind) {
    case 'signature':
      return signature;
    case 'initials':
      return initials ?? { kind: 'typed' as const, text: initialsOf(name) };
    case 'date':
      return today;
    case 'name':
      return name;
    default:
      return values[field.id] ?? '';
  }
}
