import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { focusStep } from '#app/shared/focus/focus-on-mount.ts';
import { FILES_PATH } from '#app/shared/portal-paths.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { LoadProblem } from '#app/ui/feedback/load-problem.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { Card } from '#app/ui/layout/card.tsx';
import type { SignatureAct } from '#contract/signing.ts';
import { isOpen, type SignerRow } from '#domain/signing/request.ts';
import { useDocument } from '../document/use-document.ts';
import { signingProblemInWords } from '../problem.ts';
import { mySignaturesQuery, type RequestWithFields, requestQuery, signingActions } from '../queries.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { AgreeStep } from './agree-step.tsx';
import { useKeptSigning } from './kept-signing.ts';
import { ReadStep } from './read-step.tsx';
import { SignStep } from './sign-step.tsx';

/** Where a person reads a document and signs it. */
export function SignDocument({ id, userId }: { id: string; userId: string }) {
  const { t } = useLingui();
  const { data: request, error } = useQuery(requestQuery(id));
  if (error) return <Banner kind="danger">{messageOf(error, t)}</Banner>;
  if (request === undefined) return <Loading />;
  const signer = request?.signers.find(({ user_id }) => user_id === userId);
  if (!request || !signer) {
    return (
      <Banner kind="info">
        <Trans>
          There’s nothing for you to sign at this address. It may be for another person or account.
        </Trans>
      </Banner>
    );
  }
  if (signer.status === 'signed' || request.status === 'completed') return <Signed request={request} />;
  const isEarly = request.signers.some(
    ({ position, status }) => position < signer.position && status === 'waiting',
  );
  if (!isOpen(request.status)) {
    return (
      <Banner kind="info">
        <Trans>This request has ended, so there’s nothing to sign. Call us if you have questions.</Trans>
      </Banner>
    );
  }
  if (isEarly) {
    return (
      <Banner kind="info">
        <Trans>Someone else signs first. We’ll email you when it’s your turn.</Trans>
      </Banner>
    );
  }
  return <Steps request={request} signer={signer} />;
}

function Signed({ request }: { request: RequestWithFields }) {
  return (
    <Card as="section" className="flex flex-col items-start gap-4">
      <CircleCheck size={40} aria-hidden className="text-success" />
      <h2 ref={focusStep} tabIndex={-1} className="text-xl outline-none">
        <Trans>Thank you. You’ve signed.</Trans>
      </h2>
      <p role="status">
        {request.status === 'completed' ? (
          <Trans>Everyone has signed. The signed copy is in your files.</Trans>
        ) : (
          <Trans>When everyone has signed, the signed copy comes to your files, and we email you.</Trans>
        )}
      </p>
      <LinkButton to={FILES_PATH}>
        <Trans>Open my files</Trans>
      </LinkButton>
    </Card>
  );
}

type ActOf = SignatureAct extends infer One
  ? One extends SignatureAct
    ? Omit<One, keyof Common>
    : never
  : never;
type Common = Pick<SignatureAct, 'requestId' | 'actId' | 'documentSha256' | 'version'>;

function Steps({ request, signer }: { request: RequestWithFields; signer: SignerRow }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const kept = useKeptSigning(request.id);
  const [attempt, setAttempt] = useState(0);
  const { opened, error } = useDocument(request.client_id, request.document_id, attempt);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isDeclining, setDeclining] = useState(false);
  const own = request.signature_fields
    .filter(({ signer_id }) => signer_id === signer.id)
    .sort((a, b) => a.page - b.page || b.y - a.y);

  async function run(act: ActOf): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      await signingActions.act({
        ...act,
        requestId: request.id,
        actId: kept.actId(act.act),
        documentSha256: request.document_sha256,
        version: request.version,
      } as SignatureAct);
      if (act.act === 'signed') kept.forget();
      await Promise.all([
        queries.invalidateQueries({ queryKey: requestQuery(request.id).queryKey }),
        queries.invalidateQueries({ queryKey: mySignaturesQuery(signer.user_id).queryKey }),
      ]);
    } catch (failure) {
      setProblem(signingProblemInWords(failure, t));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Problem>{problem}</Problem>
      {error !== null && (
        <LoadProblem onRetry={() => setAttempt(attempt + 1)}>
          <Trans>We couldn’t open the document on your device.</Trans>
        </LoadProblem>
      )}
      {!signer.consented_at ? (
        <AgreeStep
          isOpened={opened !== null}
          busy={busy}
          onAgree={({ sha256, language }) =>
            opened &&
            void run({ act: 'consented', openedSha256: opened.sha256, disclosureSha256: sha256, language })
          }
        />
      ) : !opened ? (
        error === null && <Loading />
      ) : !signer.viewed_at ? (
        <ReadStep pdf={opened.pdf} busy={busy} onRead={() => void run({ act: 'viewed' })} />
      ) : (
        <SignStep
          pdf={opened.pdf}
          name={signer.name}
          fields={own}
          signing={kept.signing}
          onChange={kept.change}
          busy={busy}
          onSign={(signing) => void run({ act: 'signed', signing })}
        />
      )}
      <Button
        variant="quiet"
        className="max-sm:w-full sm:-ml-5 sm:self-start"
        onPress={() => setDeclining(true)}
      >
        <Trans>I don’t want to sign</Trans>
      </Button>
      {isDeclining && (
        <ReasonDialog
          title={t`Decline to sign?`}
          text={t`This ends the request for everyone. We’ll get your reason and contact you.`}
          action={t`Decline`}
          busy={busy}
          onClose={() => setDeclining(false)}
          onReason={(reason) => void run({ act: 'declined', reason }).then(() => setDeclining(false))}
        />
      )}
    </>
  );
}
