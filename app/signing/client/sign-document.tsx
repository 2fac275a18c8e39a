import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { useLanguage } from '#app/language/language.tsx';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { useAction } from '#app/shared/api/use-action.ts';
import { focusStep } from '#app/shared/focus/focus-on-mount.ts';
import { LoadProblem } from '#app/shared/parts/load-problem.tsx';
import { FILES_PATH } from '#app/shared/portal-paths.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { Checkbox } from '#app/ui/fields/checkbox.tsx';
import { Card } from '#app/ui/layout/card.tsx';
import type { Disclosure, SignatureAct } from '#contract/signing.ts';
import { isOpen } from '#domain/signing/request.ts';
import { Sheet } from '../document/sheet.tsx';
import { type Pdf, useDocument } from '../document/use-document.ts';
import {
  disclosureQuery,
  mySignaturesQuery,
  type RequestWithFields,
  requestQuery,
  type Signer,
  signingActions,
  signingProblemInWords,
} from '../queries.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { useKeptSigning } from './kept-signing.ts';
import { SignStep } from './sign-step.tsx';

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
    return <Banner kind="info">{t`Someone else signs first. We’ll email you when it’s your turn.`}</Banner>;
  }
  return <Steps key={signer.id} request={request} signer={signer} />;
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

type Common = 'requestId' | 'actId' | 'documentSha256' | 'version';
type ActOf<Act = SignatureAct> = Act extends SignatureAct ? Omit<Act, Common> : never;

function Steps({ request, signer }: { request: RequestWithFields; signer: Signer }) {
  const { t } = useLingui();
  const kept = useKeptSigning(signer.id);
  const { opened, error, retry } = useDocument(request.client_id, request.document_id);
  const { run, busy, problem } = useAction(undefined, signingProblemInWords);
  const [isDeclining, setDeclining] = useState(false);
  const own = request.signature_fields
    .filter(({ signer_id }) => signer_id === signer.id)
    .sort((a, b) => a.page - b.page || b.y - a.y);

  const doAct = (act: ActOf) =>
    run(async () => {
      await signingActions.act({
        ...act,
        requestId: request.id,
        actId: kept.actId(act.act),
        documentSha256: request.document_sha256,
        version: request.version,
      } as SignatureAct);
      if (act.act === 'signed') kept.forget();
      await invalidate(requestQuery(request.id).queryKey, mySignaturesQuery(signer.user_id).queryKey);
    });

  return (
    <>
      <Problem>{problem}</Problem>
      {error !== null && (
        <LoadProblem onRetry={retry}>
          <Trans>We couldn’t open the document on your device.</Trans>
        </LoadProblem>
      )}
      {!signer.consented_at ? (
        <AgreeStep
          isOpened={opened !== null}
          busy={busy}
          onAgree={({ sha256, language }) =>
            opened &&
            void doAct({ act: 'consented', openedSha256: opened.sha256, disclosureSha256: sha256, language })
          }
        />
      ) : !opened ? (
        error === null && <Loading />
      ) : !signer.viewed_at ? (
        <ReadStep pdf={opened.pdf} busy={busy} onRead={() => void doAct({ act: 'viewed' })} />
      ) : (
        <SignStep
          pdf={opened.pdf}
          name={signer.name}
          fields={own}
          signing={kept.signing}
          onChange={kept.change}
          busy={busy}
          onSign={(signing) => void doAct({ act: 'signed', signing })}
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
          onReason={(reason) => void doAct({ act: 'declined', reason }).then(() => setDeclining(false))}
        />
      )}
    </>
  );
}

interface AgreeStepProps {
  isOpened: boolean;
  busy: boolean;
  onAgree: (disclosure: Disclosure) => void;
}

/** What the law wants a person to know before an electronic signature. */
function AgreeStep({ isOpened, busy, onAgree }: AgreeStepProps) {
  const { t } = useLingui();
  const { data: disclosure, error } = useQuery(disclosureQuery(useLanguage()));
  const [isAgreed, setAgreed] = useState(false);
  if (error) return <Banner kind="danger">{messageOf(error, t)}</Banner>;
  if (!disclosure) return <Skeleton className="h-80 rounded-card" />;
  return (
    <Card as="section" aria-labelledby="agree">
      <h2 id="agree" tabIndex={-1} className="text-xl outline-none">
        <Trans>Sign electronically</Trans>
      </h2>
      <ul className="mt-3 flex list-disc flex-col gap-2 pl-5">
        {disclosure.paragraphs.map((paragraph) => (
          <li key={paragraph}>{paragraph}</li>
        ))}
      </ul>
      <p role="status" className="mt-4 text-muted">
        {isOpened ? t`Your device has opened the PDF.` : t`We’re opening the PDF on your device...`}
      </p>
      <Checkbox isSelected={isAgreed} onChange={setAgreed} className="mt-2 font-semibold">
        {disclosure.statement}
      </Checkbox>
      <Button
        size="large"
        className="mt-4 max-sm:w-full"
        isDisabled={!isAgreed || !isOpened}
        busy={busy}
        onPress={() => onAgree(disclosure)}
      >
        <Trans>Agree and read the document</Trans>
      </Button>
    </Card>
  );
}

/** The whole document. It goes on when the end of each page was shown. */
function ReadStep({ pdf, busy, onRead }: { pdf: Pdf; busy: boolean; onRead: () => void }) {
  const { t } = useLingui();
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set());
  const list = useRef<HTMLDivElement>(null);
  const numbers = Array.from({ length: pdf.numPages }, (_, i) => i + 1);
  const left = numbers.length - seen.size;
  const next = numbers.find((number) => !seen.has(number));

  function showNext(): void {
    const sheet = next === undefined ? undefined : list.current?.children[next - 1];
    sheet?.scrollIntoView({ block: 'end' });
  }

  return (
    <section aria-labelledby="read" className="flex flex-col gap-4">
      <h2 id="read" ref={focusStep} tabIndex={-1} className="text-xl outline-none">
        <Trans>Read the document</Trans>
      </h2>
      <div ref={list} className="flex flex-col gap-4">
        {numbers.map((number) => (
          <Sheet
            key={number}
            pdf={pdf}
            number={number}
            onEnd={() => setSeen((all) => (all.has(number) ? all : new Set(all).add(number)))}
          />
        ))}
      </div>
      <div className="sticky bottom-(--bottom-bar) z-10 -mx-4 flex flex-wrap items-center justify-between gap-3 border-t border-line bg-paper px-4 py-3 low:static">
        <p role="status">
          {left > 0 ? (
            <Plural value={left} one="# page left to read" other="# pages left to read" />
          ) : (
            <Trans>You’ve reached the end.</Trans>
          )}
        </p>
        {left > 0 ? (
          <Button variant="secondary" className="max-sm:w-full" onPress={showNext}>
            {t`Show the next page`}
          </Button>
        ) : (
          <Button className="max-sm:w-full" busy={busy} onPress={onRead}>
            <Trans>I’ve read it. Sign now</Trans>
          </Button>
        )}
      </div>
    </section>
  );
}
