import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useAction } from '#app/shared/api/use-action.ts';
import { useOfficeYear } from '#app/shared/office-year.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { Checkbox } from '#app/ui/fields/checkbox.tsx';
import { NativeSelect } from '#app/ui/fields/native-select.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { keptOnPage, type PageShape, rectOnPage, shownSize } from '#domain/signing/geometry.ts';
import { type FieldKind, fieldKinds, fieldSizes, signingLimits } from '#domain/signing/request.ts';
import type { Field } from '#domain/signing/schemas.ts';
import { shapeOf } from '../document/sheet.tsx';
import type { OpenedDocument } from '../document/use-document.ts';
import { type PossibleSigner, signingActions, signingProblemInWords } from '../queries.ts';
import { fieldNames } from '../words.ts';
import { fieldsAtText, newField, PlaceFields } from './place-fields.tsx';

export interface RequestFormProps {
  documentId: string;
  opened: OpenedDocument;
  people: readonly PossibleSigner[];
  onSent: () => void;
}

export function RequestForm({ documentId, opened, people, onSent }: RequestFormProps) {
  const { t } = useLingui();
  const year = useOfficeYear();
  const [requestId] = useState(() => crypto.randomUUID());
  const [ids] = useState(
    () => new Map(people.map(({ user_id }) => [user_id, crypto.randomUUID() as string])),
  );
  const [title, setTitle] = useState(() => opened.name.replace(/\.pdf$/i, '').slice(0, signingLimits.title));
  const [chosen, setChosen] = useState<readonly string[]>(people.slice(0, 1).map(({ user_id }) => user_id));
  const [isInOrder, setInOrder] = useState(false);
  const [fields, setFields] = useState<readonly Field[]>([]);
  const [selected, setSelected] = useState<string | null>(null);
  const [kind, setKind] = useState<FieldKind>('signature');
  const [who, setWho] = useState(people[0]?.user_id ?? '');
  const [page, setPage] = useState('1');
  const [anchor, setAnchor] = useState('');
  const [note, setNote] = useState<string | null>(null);
  const { run, busy, problem, setProblem, clear } = useAction(undefined, signingProblemInWords);
  const count = fields.length;
  const signerId = ids.get(who) ?? '';
  const current = fields.find(({ id }) => id === selected);
  const nameOf = (id: string) => people.find(({ user_id }) => ids.get(user_id) === id)?.name ?? '';

  function add(more: readonly Field[]): void {
    setFields([...fields, ...more].slice(0, signingLimits.fields));
    setSelected(more.at(-1)?.id ?? null);
    clear();
  }

  function placeAt(number: number, shape: PageShape, left: number, top: number): void {
    const size = fieldSizes[kind];
    const rect = keptOnPage(shape, { left: left - size.width / 2, top: top - size.height / 2, ...size });
    add([newField(kind, signerId, number, rectOnPage(shape, rect))]);
  }

  async function placeOnPage(): Promise<void> {
    const number = Math.min(Math.max(Number(page) || 1, 1), opened.pdf.numPages);
    const shape = shapeOf(await opened.pdf.getPage(number));
    const { width, height } = shownSize(shape);
    placeAt(number, shape, width / 2, height / 2);
  }

  async function placeAtText(): Promise<void> {
    const found = await fieldsAtText(opened.pdf, anchor, kind, signerId);
    setNote(found.length === 0 ? t`This text is not in the document.` : null);
    if (found.length > 0) add(found);
  }

  function choose(userId: string, isChosen: boolean): void {
    const next = people
      .map(({ user_id }) => user_id)
      .filter((id) => (id === userId ? isChosen : chosen.includes(id)));
    setChosen(next);
    if (!next.includes(who)) setWho(next[0] ?? '');
    setFields(fields.filter(({ signer_id }) => next.some((id) => ids.get(id) === signer_id)));
  }

  const change = (field: Field) => setFields((all) => all.map((one) => (one.id === field.id ? field : one)));
  const remove = (id: string) => setFields((all) => all.filter((one) => one.id !== id));

  async function send(): Promise<void> {
    const without = chosen.find(
      (id) => !fields.some((field) => field.signer_id === ids.get(id) && field.kind === 'signature'),
    );
    if (chosen.length === 0 || without !== undefined) {
      setProblem(t`Each person needs a field for the signature.`);
      return;
    }
    await run(async () => {
      const signers = chosen.map((user_id, index) => ({
        id: ids.get(user_id) ?? '',
        user_id,
        position: isInOrder ? index + 1 : 1,
      }));
      await signingActions.send({ requestId, documentId, title, year, signers, fields: [...fields] });
      onSent();
    });
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <div className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4 lg:sticky lg:top-(--top-bar) lg:max-h-[calc(100dvh-var(--top-bar))] lg:overflow-y-auto">
        <TextField
          label={t`Title`}
          hint={t`The client sees it in the portal.`}
          maxLength={signingLimits.title}
          value={title}
          onChange={setTitle}
        />
        <fieldset className="flex min-w-0 flex-col">
          <legend className="text-sm font-semibold">{t`Who signs?`}</legend>
          {people.map(({ user_id, name }) => (
            <Checkbox
              key={user_id}
              dense
              isSelected={chosen.includes(user_id)}
              onChange={(isChosen) => choose(user_id, isChosen)}
            >
              <span className="min-w-0 wrap-anywhere">{name}</span>
            </Checkbox>
          ))}
          {chosen.length > 1 && (
            <Checkbox dense isSelected={isInOrder} onChange={setInOrder}>
              <Trans>One after the other, in this order</Trans>
            </Checkbox>
          )}
        </fieldset>
        <NativeSelect
          id="field-kind"
          label={t`Field`}
          hasNone={false}
          options={fieldKinds.map((one) => ({ value: one, label: t(fieldNames[one]) }))}
          value={kind}
          onChange={(value) => setKind(value as FieldKind)}
        />
        {chosen.length > 1 && (
          <NativeSelect
            id="field-signer"
            label={t`For`}
            hasNone={false}
            options={people
              .filter(({ user_id }) => chosen.includes(user_id))
              .map(({ user_id, name }) => ({ value: user_id, label: name }))}
            value={who}
            onChange={setWho}
          />
        )}
        <p className="text-sm text-muted">{t`Press a place on the document, or use one of these:`}</p>
        <div className="flex items-end gap-2">
          <TextField label={t`Page`} inputMode="numeric" value={page} onChange={setPage} className="w-20" />
          <Button variant="secondary" isDisabled={signerId === ''} onPress={() => void placeOnPage()}>
            <Trans>Place on this page</Trans>
          </Button>
        </div>
        <div className="flex flex-col gap-2">
          <TextField
            label={t`Text in the document`}
            hint={t`For example: Signature`}
            maxLength={100}
            value={anchor}
            onChange={setAnchor}
            error={note ?? undefined}
          />
          <Button
            variant="secondary"
            className="self-start"
            isDisabled={anchor.trim() === '' || signerId === ''}
            onPress={() => void placeAtText()}
          >
            <Trans>Place after this text</Trans>
          </Button>
        </div>
        {current && (
          <div className="flex flex-col gap-2 border-t border-line pt-3">
            <p className="text-sm font-semibold">
              {t`Selected: ${{ field: t(fieldNames[current.kind]) }}, page ${{ page: current.page }}`}
            </p>
            {(current.kind === 'text' || current.kind === 'check') && (
              <>
                <TextField
                  label={t`Label`}
                  maxLength={100}
                  value={current.label}
                  onChange={(label) => change({ ...current, label })}
                />
                <Checkbox
                  dense
                  isSelected={current.required}
                  onChange={(required) => change({ ...current, required })}
                >
                  <Trans>Required</Trans>
                </Checkbox>
              </>
            )}
            <Button
              variant="secondary"
              size="small"
              className="self-start"
              onPress={() => remove(current.id)}
            >
              <Trans>Remove this field</Trans>
            </Button>
          </div>
        )}
        <div className="-mx-4 -mb-4 flex flex-col gap-3 border-t border-line bg-surface px-4 py-3 lg:sticky lg:-bottom-4 low:static">
          <Problem>{problem}</Problem>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p role="status" className="text-sm text-muted">
              <Plural value={count} _0="No fields yet" one="# field" other="# fields" />
            </p>
            <Button busy={busy} isDisabled={title.trim() === ''} onPress={() => void send()}>
              <Trans>Send for signature</Trans>
            </Button>
          </div>
        </div>
      </div>
      <PlaceFields
        pdf={opened.pdf}
        fields={fields}
        nameOf={nameOf}
        selected={selected}
        onSelect={setSelected}
        onPlace={(number, shape, left, top) => signerId !== '' && placeAt(number, shape, left, top)}
        onMove={change}
        onRemove={remove}
      />
    </div>
  );
}
