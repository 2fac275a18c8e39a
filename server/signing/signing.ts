import type { FastifyBaseLogger } from 'fastify';
import type { ConsentAct } from '#contract/consents.ts';
import type { Disclosure, SealedFile, SealToVerify, SignatureAct, VoidRequest } from '#contract/signing.ts';
import type { NewConsent } from '#domain/signing/consents/schemas.ts';
import type { NewRequest } from '#domain/signing/schemas.ts';
import { actAsSigner, disclosureIn, type From, sendRequest, voidRequest } from './acts.ts';
import { type CompleteDeps, complete, completeAll } from './complete.ts';
import { actOnConsent, askConsent } from './consents.ts';
import { verifySeal } from './verify-file.ts';

interface Deps extends CompleteDeps {
  log: Pick<FastifyBaseLogger, 'error'>;
}

export function createSigning({ log, ...deps }: Deps) {
  const running = new Set<Promise<void>>();
  const onFailed = (err: unknown) =>
    log.error({ err }, 'a signed document could not be sealed; it is tried again later');
  /** After the response: the signer need not wait for the seal. */
  const completeSoon = (requestId: string) => {
    const work: Promise<void> = complete(deps, requestId)
      .catch(onFailed)
      .finally(() => running.delete(work));
    running.add(work);
  };
  return {
    send: (from: From, request: NewRequest): Promise<string> => sendRequest(deps, from, request),
    act: async (from: From, act: SignatureAct): Promise<string> => {
      const status = await actAsSigner(deps, from, act);
      if (status === 'signed') completeSoon(act.requestId);
      return status;
    },
    void: (from: From, request: VoidRequest): Promise<string> => voidRequest(deps, from, request),
    disclosure: (language: string): Disclosure => disclosureIn(deps, language),
    askConsent: (from: From, request: NewConsent): Promise<string> => askConsent(deps, from, request),
    actOnConsent: (from: From, act: ConsentAct): Promise<string> => actOnConsent(deps, from, act),
    verify: (seal: SealToVerify): Promise<SealedFile> => verifySeal(deps.database, seal),
    /** Completes what an interruption has left. */
    completeAll: (shouldContinue: () => boolean): Promise<void> =>
      completeAll(deps, onFailed, shouldContinue),
    /** Waits for what is being completed. */
    close: async (): Promise<void> => void (await Promise.all(running)),
  };
}

export type Signing = ReturnType<typeof createSigning>;
