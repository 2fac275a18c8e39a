import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { type Control, useController, useWatch } from 'react-hook-form';
import { Loaded } from '#app/shared/parts/loaded.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { NativeSelect } from '#app/ui/fields/native-select.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import type { LetterText, OfficeText, OfficeTexts } from '#contract/office.ts';
import { isLanguage, type Language, languages } from '#domain/language/language.ts';
import { msg, plural } from '#domain/language/message.ts';
import { isFound } from '#domain/text/search.ts';
import { languageLabels } from '../model/changes.ts';
import type { DraftFacts, Fact } from '../model/facts.ts';
import { valueAt } from '../model/paths.ts';
import { nameOfText } from '../model/problems.ts';
import { textsQuery } from '../office-api.ts';
import { factOfWordings, ourText, partOptions, partsOf, placeNames, wordingsIn } from './parts.ts';
import { SetAside } from './set-aside.tsx';
import { useShownLetter, useShownPage } from './shown-text.ts';
import { TextRow } from './text-row.tsx';

interface Props {
  fact: Fact;
  control: Control<DraftFacts>;
}

export function WordingField(props: Props) {
  return (
    <Loaded query={useQuery(textsQuery())} skeleton="h-64 sm:col-span-2">
      {(all) => <Texts {...props} all={all} />}
    </Loaded>
  );
}

function Texts({ fact: { path, label }, control, all }: Props & { all: OfficeTexts }) {
  const { t } = useLingui();
  const { field, fieldState } = useController({ control, name: path });
  const office = String(useWatch({ control, name: 'shortName' }) ?? '');
  const letter = useShownLetter();
  const page = useShownPage();
  const isLetters = path === 'letters';
  const [{ part: id, language }, show] = isLetters ? letter : page;
  const shownNow = `${id} ${language}`;
  const [search, setSearch] = useState({ in: shownNow, words: '' });
  if (search.in !== shownNow) setSearch({ in: shownNow, words: '' });
  const own = wordingsIn(field.value);
  const parts = partsOf(isLetters, all);
  const part = parts.find((one) => one.id === id);
  const errors = { [path]: fieldState.error };
  const errorOf = ({ text }: OfficeText) =>
    valueAt(errors, `${nameOfText(path, language, text)}.message`) as string | undefined;

  function change(code: Language, changes: Record<string, string | undefined>): void {
    field.onChange(factOfWordings({ ...own, [code]: { ...own[code], ...changes } }));
  }

  if (!part) return null;
  const { options, groups } = partOptions(isLetters, parts, own, t);
  const changed = part.texts.filter(({ text }) => own[language][text] !== undefined);
  const names = isLetters ? placeNames(part.texts as LetterText[], t) : [];
  const found = part.texts.filter(
    (text) =>
      // The list of problems leads to it.
      errorOf(text) ||
      [ourText(text, language), own[language][text.text] ?? ''].some((words) => isFound(words, search.words)),
  );
  const noteOf = ({ text, isShared }: OfficeText) => {
    const others = parts.filter((one) => one !== part && one.texts.some((other) => other.text === text));
    if (isLetters) return others.length === 0 ? undefined : t(inOthers(others.length));
    return isShared ? t`This text is also on other pages. Your change shows there too.` : undefined;
  };
  return (
    <fieldset id={path} tabIndex={-1} className="flex min-w-0 flex-col gap-5 sm:col-span-2">
      <legend className="sr-only">{t(label)}</legend>
      <SetAside
        parts={parts}
        own={own}
        onRemove={(code, text) => {
          change(code, { [text]: undefined });
          document.getElementById(path)?.focus();
        }}
      />
      {languages.map((code) => {
        const message = valueAt(errors, `${path}.${code}.message`);
        return (
          typeof message === 'string' && (
            <p key={code} id={`${path}.${code}`} tabIndex={-1} className="text-sm font-medium text-danger">
              {t(languageLabels[code])}: {message}
            </p>
          )
        );
      })}
      <div className="grid items-end gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <NativeSelect
          id={`${path}-part`}
          label={isLetters ? t`Email or text message` : t`Page`}
          options={options}
          groups={groups}
          hasNone={false}
          value={part.id}
          onChange={(chosen) => show({ part: chosen })}
        />
        <NativeSelect
          id={`${path}-language`}
          label={t`Language`}
          options={languages.map((value) => ({ value, label: t(languageLabels[value]) }))}
          hasNone={false}
          value={language}
          onChange={(chosen) => isLanguage(chosen) && show({ language: chosen })}
        />
      </div>
      {!isLetters && (
        <TextField
          id={`${path}-search`}
          label={t`Find a text on this page`}
          type="search"
          value={search.words}
          onChange={(words) => setSearch({ in: shownNow, words })}
          autoComplete="off"
        />
      )}
      <ul
        key={shownNow}
        aria-label={t`Texts`}
        className={isLetters ? 'flex flex-col gap-6' : 'flex flex-col divide-y divide-line'}
      >
        {found.map((one) => (
          <li key={one.text} className={isLetters ? undefined : 'py-3'}>
            <TextRow
              id={nameOfText(path, language, one.text)}
              {...(isLetters && { name: names[part.texts.indexOf(one)] ?? '' })}
              language={language}
              text={one.text}
              ours={ourText(one, language)}
              own={own[language][one.text]}
              office={office}
              values={'values' in one ? one.values[language] : {}}
              note={noteOf(one)}
              error={errorOf(one)}
              onChange={(words) => change(language, { [one.text]: words })}
            />
          </li>
        ))}
        {found.length === 0 && (
          <li className="py-3 text-sm text-muted">{t`No text on this page has these words.`}</li>
        )}
      </ul>
      {changed.length > 0 && part.texts.length > 1 && (
        <Button
          variant="secondary"
          size="small"
          className="self-start"
          icon={<RotateCcw size={18} aria-hidden />}
          onPress={() => {
            change(language, Object.fromEntries(changed.map(({ text }) => [text, undefined])));
            document.getElementById(`${path}-part`)?.focus();
          }}
        >
          {isLetters ? t`Use our texts for this whole email` : t`Use our texts for this whole page`}
        </Button>
      )}
    </fieldset>
  );
}

const inOthers = (count: number) =>
  msg`${plural({ count }, { one: 'This text is also in # other email. Your change shows in both.', other: 'This text is also in # other emails. Your change shows in all of them.' })}`;
