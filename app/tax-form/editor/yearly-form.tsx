import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { type Profile, useSession } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import type { TaxFormAnswers } from '#domain/tax-form/answers.ts';
import { createDraftAutosave, type DraftAutosave } from '../autosave/draft-autosave.ts';
import {
  createDraftApi,
  type InitialForms,
  initialAnswers,
  initialFormsQuery,
  type SentForm,
} from '../autosave/form-data.ts';
import { findUnsaved, forgetAutosave, rememberAutosave } from '../autosave/open-drafts.ts';
import { readCarriedOver } from './carried-over.ts';
import { FormScreen } from './form-screen.tsx';

interface YearlyFormProps {
  userId: string;
  year: number;
  onSent: (answers: TaxFormAnswers) => void;
  onPutOff: () => void;
  onSentElsewhere: () => void;
}

interface Opened {
  autosave: DraftAutosave;
  answers: TaxFormAnswers;
  check: string[];
  lastYear: SentForm | null;
}

/** Opens the form with unsaved answers of this tab, else with the draft, the form that was sent, or a blank one. */
export function YearlyForm(props: YearlyFormProps) {
  const { userId, year } = props;
  const [unsaved] = useState(() => findUnsaved(userId, year));
  if (unsaved) {
    const opened = {
      autosave: unsaved,
      answers: unsaved.answers(),
      check: readCarriedOver(userId, year),
      lastYear: null,
    };
    return <OpenedForm {...props} opened={opened} />;
  }
  return <FetchedForm {...props} />;
}

function FetchedForm(props: YearlyFormProps) {
  const { userId, year } = props;
  const { t } = useLingui();
  const { profile, profileLoading } = useSession();
  const { data, error, refetch, isFetching } = useQuery({
    ...initialFormsQuery(userId, year),
    // A refetch would replace what the client is typing.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  // A blank form starts with the name and phone number of the account.
  if (data && !profileLoading) return <LoadedForm {...props} forms={data} profile={profile} />;
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
            <Trans>Go to my files</Trans>
          </Button>
        </>
      }
    >
      {messageOf(error, t)}
    </Banner>
  );
}

function LoadedForm(props: YearlyFormProps & { forms: InitialForms; profile: Profile | null }) {
  const [opened] = useState(() => open(props));
  return <OpenedForm {...props} opened={opened} />;
}

function open({
  userId,
  year,
  forms,
  profile,
}: YearlyFormProps & { forms: InitialForms; profile: Profile | null }): Opened {
  const { draft, sent, lastYear } = forms;
  const answers = initialAnswers(forms, profile);
  const autosave = createDraftAutosave({
    api: createDraftApi(userId, year),
    start: {
      answers,
      version: draft?.version ?? 0,
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

function OpenedForm({ opened, onSentElsewhere, ...props }: YearlyFormProps & { opened: Opened }) {
  const queries = useQueryClient();
  return (
    <FormScreen
      {...props}
      {...opened}
      onSentElsewhere={() => {
        forgetAutosave(props.userId, props.year);
        void queries.invalidateQueries({ queryKey: ['tax-form-status'] });
        onSentElsewhere();
      }}
    />
  );
}
