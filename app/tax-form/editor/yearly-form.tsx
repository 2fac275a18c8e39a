import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { type Profile, useSession } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import type { TaxFormAnswers } from '#domain/tax-form/answers.ts';
import { createDraftKeeper, type DraftKeeper } from '../autosave/draft-keeper.ts';
import {
  beginningsQuery,
  draftDoor,
  type FormBeginnings,
  firstAnswers,
  type SentForm,
} from '../autosave/form-data.ts';
import { forgetKeeper, leftKeeper, rememberKeeper } from '../autosave/keepers.ts';
import { readChecks } from './checks.ts';
import { FormScreen } from './form-screen.tsx';

interface YearlyFormProps {
  userId: string;
  year: number;
  onSent: (answers: TaxFormAnswers) => void;
  onPutOff: () => void;
  onSentElsewhere: () => void;
}

interface Opened {
  keeper: DraftKeeper;
  answers: TaxFormAnswers;
  check: string[];
  lastYear: SentForm | null;
}

/** Finds out where the form begins: with what this tab has unsaved, with the draft, with what was sent, or blank. */
export function YearlyForm(props: YearlyFormProps) {
  const { userId, year } = props;
  const [left] = useState(() => leftKeeper(userId, year));
  if (left) {
    const opened = { keeper: left, answers: left.answers(), check: readChecks(userId, year), lastYear: null };
    return <OpenedForm {...props} opened={opened} />;
  }
  return <FetchedForm {...props} />;
}

function FetchedForm(props: YearlyFormProps) {
  const { userId, year } = props;
  const { profile, profileLoading } = useSession();
  const { data, error, refetch, isFetching } = useQuery({
    ...beginningsQuery(userId, year),
    // What is typed meanwhile must not be pulled away.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  // A blank form begins with the account's name and address, so it waits for them.
  if (data && !profileLoading) return <BegunForm {...props} beginnings={data} profile={profile} />;
  if (!error) return <Loading />;
  return (
    <Banner
      kind="danger"
      announce
      title="We could not load your form"
      actions={
        <>
          <Button busy={isFetching} onPress={() => void refetch()}>
            Try again
          </Button>
          <Button variant="secondary" onPress={props.onPutOff}>
            Go to my files
          </Button>
        </>
      }
    >
      {messageOf(error)}
    </Banner>
  );
}

function BegunForm(props: YearlyFormProps & { beginnings: FormBeginnings; profile: Profile | null }) {
  const [opened] = useState(() => open(props));
  return <OpenedForm {...props} opened={opened} />;
}

function open({
  userId,
  year,
  beginnings,
  profile,
}: YearlyFormProps & { beginnings: FormBeginnings; profile: Profile | null }): Opened {
  const { draft, sent, lastYear } = beginnings;
  const answers = firstAnswers(beginnings, profile);
  const keeper = createDraftKeeper({
    door: draftDoor(userId, year),
    start: {
      answers,
      version: draft?.version ?? 0,
      ...(draft && { savedAt: new Date(draft.updatedAt) }),
    },
  });
  rememberKeeper(userId, year, keeper);
  return {
    keeper,
    answers,
    check: draft ? readChecks(userId, year) : [],
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
        forgetKeeper(props.userId, props.year);
        void queries.invalidateQueries({ queryKey: ['tax-form-status'] });
        onSentElsewhere();
      }}
    />
  );
}
