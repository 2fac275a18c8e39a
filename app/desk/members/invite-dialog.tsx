import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import type { Profile } from '#app/shared/session/profile.ts';
import { Select } from '#app/ui/fields/select.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import {
  answerLength,
  type InvitationQuestion,
  invitationQuestions,
  isInvitationQuestion,
  questionNames,
  relationsOf,
  typedAnswer,
  usualRights,
} from '#domain/clients/invitations.ts';
import type { ClientKind, Relation } from '#domain/clients/membership.ts';
import { letterEmailProblem } from '#domain/contact/email.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { isLanguage, sourceLanguage } from '#domain/language/language.ts';
import { InvitationSheet } from './invitation-sheet.tsx';
import { type Details, type KnownFromForm, knownFromFormQuery, useMemberAction } from './members-query.ts';
import { type Access, RightsFields } from './rights-fields.tsx';

interface InviteDialogProps {
  client: Profile;
  kind: ClientKind;
  details: Details;
  hasLogin: boolean;
  onClose: () => void;
}

/** Invites a person to the client; afterwards shows the code, to print, send, or read out. */
export function InviteDialog({ client, kind, details, hasLogin, onClose }: InviteDialogProps) {
  const { t } = useLingui();
  const clientId = client.user_id;
  // Chosen here, so that a second press doesn't invite twice.
  const [id] = useState(() => crypto.randomUUID());
  const { run, busy, problem, clear } = useMemberAction(clientId);
  const [access, setAccess] = useState<Access>(() => {
    const relation: Relation = relationsOf(kind, hasLogin)[0] ?? 'helper';
    return { relation, rights: usualRights(relation) };
  });
  const own = { name: displayName(client), email: client.email };
  const [name, setName] = useState(access.relation === 'self' ? own.name : '');
  const [email, setEmail] = useState(access.relation === 'self' ? own.email : '');
  const { data: ofForm } = useQuery(knownFromFormQuery(clientId));
  const known = knownAnswers(client, details, ofForm);
  const [chosen, setQuestion] = useState<InvitationQuestion | null>(null);
  const question = chosen ?? invitationQuestions.find((one) => known[one] !== '') ?? 'tax_id_last4';
  const [typed, setTyped] = useState<Partial<Record<InvitationQuestion, string>>>({});
  const answer = typedAnswer(question, typed[question] ?? known[question]);
  const [code, setCode] = useState<string | null>(null);
  const digits = answerLength(question);
  const isAnswer = answer.length === digits;
  const isComplete = name.trim() !== '' && isAnswer;

  const [tried, setTried] = useState(false);
  const emailProblem = letterEmailProblem(email);

  /** A helper's code must not go to the address that was filled in for the client. */
  function chooseAccess(chosen: Access): void {
    setAccess(chosen);
    if (chosen.relation === 'self') {
      setName(name || own.name);
      setEmail(email || own.email);
    } else if (access.relation === 'self') {
      if (name === own.name) setName('');
      if (email === own.email) setEmail('');
    }
  }

  async function invite(): Promise<void> {
    setTried(true);
    if (emailProblem) return;
    await run(async () => {
      setCode(
        await dataOf(
          rest.rpc('invite_to_client', {
            invitation_id: id,
            client_id: clientId,
            ...access,
            person_name: name.trim(),
            person_email: email.trim(),
            question,
            answer,
          }),
        ),
      );
    });
  }

  if (code !== null) {
    return (
      <InvitationSheet
        code={code}
        name={name.trim()}
        language={isLanguage(client.language) ? client.language : sourceLanguage}
        email={email.trim()}
        phone={access.relation === 'self' ? client.phone : ''}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      title={t`Invite a person`}
      action={<Trans>Make the invitation</Trans>}
      busy={busy}
      isReady={isComplete}
      problem={problem}
      onClose={onClose}
      onSubmit={() => void invite()}
    >
      <RightsFields kind={kind} hasLogin={hasLogin} value={access} onChange={chooseAccess} />
      <TextField
        label={t`Name of the person`}
        name="person"
        autoComplete="off"
        maxLength={200}
        value={name}
        onChange={setName}
      />
      <TextField
        label={t`Email`}
        hint={t`We send the code there. Without an email, print it or read it out.`}
        name="email"
        type="email"
        autoComplete="off"
        optional
        error={tried && emailProblem ? t(emailProblem) : undefined}
        value={email}
        onChange={(value) => {
          setEmail(value);
          clear();
        }}
      />
      <Select
        label={t`Question that only the client can answer`}
        options={invitationQuestions.map((value) => ({ value, label: t(questionNames[value]) }))}
        value={question}
        onChange={(value) => {
          if (isInvitationQuestion(value)) setQuestion(value);
        }}
      />
      <TextField
        label={t`The right answer`}
        hint={t`${{ digits }} digits`}
        name="answer"
        inputMode="numeric"
        autoComplete="off"
        value={typed[question] ?? known[question]}
        onChange={(value) => setTyped({ ...typed, [question]: value })}
      />
    </FormDialog>
  );
}

/** What the office knows already. */
function knownAnswers(
  client: Profile,
  details: Details,
  ofForm: KnownFromForm | undefined,
): Record<InvitationQuestion, string> {
  const zip = (details.addresses[0]?.zip ?? '').slice(0, 5);
  const phone = client.phone.replace(/\D/g, '').slice(-4);
  return {
    tax_id_last4: details.tax_id_last4 ?? ofForm?.tax_id_last4 ?? '',
    birth_date: ofForm?.birth_date ?? '',
    zip: /^\d{5}$/.test(zip) ? zip : '',
    phone_last4: phone.length === 4 ? phone : '',
  };
}
