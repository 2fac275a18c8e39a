import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import type { Profile } from '#app/shared/session/session.tsx';
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
  withoutMaskedAnswers,
} from '../autosave/form-data.ts';
import { findUnsaved, forgetAutosave, rememberAutosave } from '../autosave/open-drafts.ts';
import { readCarriedOver } from './carried-over.ts';
import { FormScreen } from './form-screen.tsx';

interface YearlyFormProps {
  /** The client's. */
  userId: string;
  year: number;
  /** A blank form starts with its name and contact. Undefined while it is loading. */
  profile: Profile | null | undefined;
  /** The server masks the numbers in the forms that were sent. They are asked for again. */
  isMasked?: boolean;
  /** The text of the button that leaves the form. */
  leaveLabel?: string;
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

function LoadedForm(props: YearlyFormProps & { forms: InitialForms; profile: Profile | null }) {
  const [opened] = useState(() => open(props));
  return <OpenedForm {...props} opened={opened} />;
}

function open({
  userId,
  year,
  forms,
  profile,
  isMasked = false,
}: YearlyFormProps & { forms: InitialForms; profile: Profile | null }): Opened {
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
