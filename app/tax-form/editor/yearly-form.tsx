import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import type { Profile } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { createDraftAutosave } from '../autosave/draft-autosave.ts';
import {
  createDraftApi,
  type InitialForms,
  initialAnswers,
  initialFormsQuery,
  withoutMaskedAnswers,
} from '../autosave/form-data.ts';
import { findUnsaved, rememberAutosave } from '../autosave/open-drafts.ts';
import { FormScreen } from './form-screen.tsx';
import { readCarriedOver } from './use-tax-form.ts';

interface YearlyFormProps
  extends Omit<ComponentProps<typeof FormScreen>, 'autosave' | 'answers' | 'check' | 'lastYear'> {
  /** A blank form starts with its name and contact. Undefined while it is loading. */
  profile: Profile | null | undefined;
  /** The server masks the numbers in the forms that were sent. They are asked for again. */
  isMasked?: boolean;
}

/** Opens the form with unsaved answers of this tab, else with the draft, the form that was sent, or a blank one. */
export function YearlyForm(props: YearlyFormProps) {
  const { userId, year } = props;
  const [unsaved] = useState(() => findUnsaved(userId, year));
  if (!unsaved) return <FetchedForm {...props} />;
  return (
    <FormScreen
      {...props}
      autosave={unsaved}
      answers={unsaved.answers()}
      check={readCarriedOver(userId, year)}
      lastYear={null}
    />
  );
}

function FetchedForm(props: YearlyFormProps) {
  const { userId, year, profile } = props;
  const { t } = useLingui();
  const { data, error, refetch, isFetching } = useQuery({
    ...initialFormsQuery(userId, year),
    // A refetch would replace what the client is typing.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (data && profile !== undefined) return <LoadedForm {...props} forms={data} profile={profile} />;
  if (!error) return <Loading />;
  return (
    <Banner
      kind="danger"
      announce
      title={t`We couldn’t load your form`}
      actions={
        <>
          <Button busy={isFetching} onPress={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
          <Button variant="secondary" onPress={props.onPutOff}>
            {props.leaveLabel ?? t`Go to my files`}
          </Button>
        </>
      }
    >
      {messageOf(error, t)}
    </Banner>
  );
}

interface LoadedFormProps extends YearlyFormProps {
  forms: InitialForms;
  profile: Profile | null;
}

function LoadedForm(props: LoadedFormProps) {
  const [opened] = useState(() => open(props));
  return <FormScreen {...props} {...opened} />;
}

function open({ userId, year, forms, profile, isMasked = false }: LoadedFormProps) {
  const { draft, sent, lastYear } = isMasked ? withoutMaskedAnswers(forms) : forms;
  const answers = initialAnswers({ draft, sent }, profile);
  const autosave = createDraftAutosave({
    api: createDraftApi(userId, year),
    start: {
      answers,
      version: draft?.version ?? 0,
      sentAt: sent?.submittedAt ?? null,
      ...(draft && { savedAt: new Date(draft.updatedAt) }),
    },
  });
  rememberAutosave(userId, year, autosave);
  return {
    autosave,
    answers,
    check: draft ? readCarriedOver(userId, year) : [],
    lastYear: draft || sent ? null : lastYear,
  };
}
