import { Trans, useLingui } from '@lingui/react/macro';
import { Eye, Upload } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { useFormats } from '#app/language/language.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { ErrorSummary } from '#app/ui/fields/error-summary.tsx';
import { Dock } from '#app/ui/layout/dock.tsx';
import { Panel } from '#app/ui/layout/panel.tsx';
import type { OfficeState } from '#contract/office.ts';
import { isTextId } from '#domain/contact/letter-names.ts';
import { msg, plural } from '#domain/language/message.ts';
import { inWords } from '#domain/language/translate.ts';
import { type FactsSection, factsOf, type Group, pageNames, pagesOf } from '../model/facts.ts';
import { valueAt } from '../model/paths.ts';
import type { FieldProblem } from '../model/problems.ts';
import type { StalePrice } from '../model/stale-prices.ts';
import { LetterPreview, PreviewDialog } from '../previews.tsx';
import { useGoToField, useShownLetter, useShownPage } from '../wording/shown-text.ts';
import { ConflictQuestion } from './conflict-question.tsx';
import { FactField } from './fact-field.tsx';
import { NewTabLink, PublishedNote } from './published-note.tsx';
import { type FactsFormState, useFactsForm } from './use-facts-form.ts';

/** The form of a section. Publishing is saving. */
export function FactsForm({ section, newest }: { section: FactsSection; newest: OfficeState }) {
  const { t } = useLingui();
  const state = useFactsForm(section, newest);
  const { form, failure, published, conflict, isRestored, isBusy } = state;
  const [preview, setPreview] = useState<object | null>(null);
  const [{ part: letter }] = useShownLetter();
  return (
    <form
      method="post"
      noValidate
      aria-labelledby="facts-section"
      className="flex max-w-4xl flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void state.publish();
      }}
    >
      <h2 id="facts-section" className="font-sans text-lg font-semibold">
        {t(section.title)}
      </h2>
      <div role="status">
        {published && (
          <PublishedNote
            key={published.version}
            published={published}
            pages={pagesOf(section)}
            isBusy={isBusy}
            onUndo={() => void state.undo()}
          />
        )}
      </div>
      {isRestored && (
        <Banner
          kind="info"
          actions={
            <Button variant="secondary" size="small" onPress={state.discard}>
              <Trans>Discard them</Trans>
            </Button>
          }
        >
          <Trans>These are your changes from before. They aren’t published yet.</Trans>
        </Banner>
      )}
      <Problems control={form.control} problems={state.problems} attempt={state.attempt} />
      {conflict && (
        <ConflictQuestion
          key={conflict.newest.version}
          conflict={conflict}
          control={form.control}
          isBusy={isBusy}
          onResolve={(theirs) => void state.resolve(theirs)}
        />
      )}
      {section.groups.map((group) => (
        <FactGroup key={group.title.id} group={group} state={state} />
      ))}
      <Problem>{failure}</Problem>
      <PublishBar
        state={state}
        // The preview shows emails only.
        hasPreview={!(hasLetters(section) && isTextId(letter))}
        onPreview={() => {
          const facts = state.checked();
          if (facts) setPreview(facts);
        }}
      />
      {preview && <SectionPreview section={section} facts={preview} onClose={() => setPreview(null)} />}
    </form>
  );
}

const hasLetters = ({ groups }: FactsSection) => groups.some((group) => group.hasLetters);

function SectionPreview({
  section,
  ...props
}: ComponentProps<typeof LetterPreview> & { section: FactsSection }) {
  const pages = pagesOf(section);
  const [{ part, language }] = useShownPage();
  if (hasLetters(section)) return <LetterPreview {...props} />;
  const hasTexts = factsOf(section).some(({ control }) => control === 'wording');
  return <PreviewDialog pages={pages} {...(hasTexts && { first: part })} inLanguage={language} {...props} />;
}

function FactGroup({ group, state: { form, base } }: { group: Group; state: FactsFormState }) {
  const { t } = useLingui();
  const { title, hint, pages, facts } = group;
  const id = `group-${facts[0]?.path ?? title.id}`;
  return (
    <Panel id={id} title={t(title)}>
      {(hint || pages) && (
        <div className="-mt-2 flex flex-col gap-1 text-sm text-muted">
          {hint && <p>{t(hint)}</p>}
          {pages && (
            <p>
              <Trans>On your site:</Trans>{' '}
              {pages.map((page, at) => (
                <span key={page}>
                  {at > 0 && ', '}
                  <NewTabLink to={page}>{t(pageNames[page])}</NewTabLink>
                </span>
              ))}
            </p>
          )}
        </div>
      )}
      <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
        {facts.map((fact) => (
          <FactField
            key={fact.path}
            fact={fact}
            control={form.control}
            stored={valueAt(base.facts, fact.path)}
          />
        ))}
      </div>
    </Panel>
  );
}

interface ProblemsProps {
  control: FactsFormState['form']['control'];
  problems: readonly FieldProblem[];
  attempt: number;
}

/** The problems of the last attempt that were not corrected since. */
function Problems({ control, problems, attempt }: ProblemsProps) {
  const { t } = useLingui();
  const { errors } = useFormState({ control });
  const navigate = useNavigate();
  const goToField = useGoToField();
  const open = problems.filter(
    ({ name, elsewhere }) => elsewhere || name === '' || valueAt(errors, name) !== undefined,
  );
  return (
    <ErrorSummary
      title={t`This can’t be published yet`}
      attempt={attempt}
      issues={open.map(({ name, message, elsewhere }) => ({
        fieldId: elsewhere ? `/manage/office/${elsewhere.path}` : name,
        message: elsewhere ? `${t(elsewhere.title)}: ${message}` : message,
      }))}
      onGo={(target) => {
        if (target.startsWith('/')) void navigate(target);
        else goToField(target);
      }}
    />
  );
}

/** Offers to change a price on the other page that shows it. */
function StalePriceNote({
  stale: { page, name, values },
  onChange,
}: {
  stale: StalePrice;
  onChange: () => void;
}) {
  const { t } = useLingui();
  const { dollars } = useFormats();
  const range = (prices: number[]) => prices.map(dollars).join('–');
  const was = range(values.map((value) => value.was));
  const is = range(values.map((value) => value.is));
  return (
    <Banner
      kind="warning"
      announce
      actions={
        <Button variant="secondary" size="small" onPress={onChange}>
          <Trans>Change it to {is} too</Trans>
        </Button>
      }
    >
      <Trans>
        “{{ name: inWords(name, t) }}” on the page {{ page: t(pageNames[page]) }} still has the old price,{' '}
        {was}.
      </Trans>
    </Banner>
  );
}

const yourChanges = (count: number) =>
  msg`${plural({ count }, { one: 'Your change', other: 'Your # changes' })}`;
const someChanges = (count: number) => msg`${plural({ count }, { one: '# change', other: '# changes' })}`;

/** What would be published, and the buttons for it. */
function PublishBar({
  state,
  hasPreview,
  onPreview,
}: {
  state: FactsFormState;
  hasPreview: boolean;
  onPreview: () => void;
}) {
  const { t } = useLingui();
  const typed = useWatch({ control: state.form.control });
  const changes = state.changes(typed);
  const count = changes.length;
  return (
    <>
      {count > 0 && (
        <Panel
          id="facts-changes"
          title={t(yourChanges(count))}
          actions={
            <Button variant="quiet" size="small" isDisabled={state.isBusy} onPress={state.discard}>
              <Trans>Discard</Trans>
            </Button>
          }
        >
          <ul className="list-disc pl-5 text-sm">
            {changes.map(({ path, text }) => (
              <li key={`${path} ${text}`} className="wrap-anywhere">
                {text}
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {state.stale(typed).map((stale) => (
        <StalePriceNote
          key={stale.values[0]?.path}
          stale={stale}
          onChange={() => {
            for (const { path, is } of stale.values) state.form.setValue(path, is);
          }}
        />
      ))}
      {/* Stays in view on wide screens; the dock does on phones. */}
      <div className="lg:sticky lg:bottom-0 lg:z-10 lg:border-t lg:border-line lg:bg-paper lg:py-3 low:static">
        <Dock isForm label={t`Publish`} className="items-center justify-end">
          <p className="min-w-0 flex-1 truncate text-sm text-muted max-sm:hidden" aria-hidden>
            {count === 0 ? t`No changes yet` : t(someChanges(count))}
          </p>
          {hasPreview && (
            <Button
              variant="secondary"
              className="max-sm:flex-1"
              icon={<Eye size={18} aria-hidden />}
              onPress={onPreview}
            >
              <Trans>Preview</Trans>
            </Button>
          )}
          <Button
            type="submit"
            className="max-sm:flex-1"
            busy={state.isBusy}
            isDisabled={count === 0 || state.conflict !== null}
            icon={<Upload size={18} aria-hidden />}
          >
            <Trans>Publish</Trans>
          </Button>
        </Dock>
      </div>
    </>
  );
}
