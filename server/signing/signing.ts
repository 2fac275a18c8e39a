import type { FastifyBaseLogger } from 'fastify';
import type { ConsentAct } from '#contract/consents.ts';
import type { Disclosure, SealedFile, SealToVerify, SignatureAct, VoidRequest } from '#contract/signing.ts';
import type { NewConsent } from '#domain/signing/consents/consent.ts';
import type { NewRequest } from '#domain/signing/request.ts';
import { actAsSigner, disclosureIn, type From, sendRequest, voidRequest } from './acts.ts';
import { type CompleteDeps, complete, completeAll } from './complete.ts';
import { actOnConsent, askConsent } from './consents.ts';
import { verifySeal } from './verify-file.ts';

export interface Signing {
  send(from: From, request: NewRequest): Promise<string>;
  act(from: From, act: SignatureAct): Promise<string>;
  void(from: From, request: VoidRequest): Promise<string>;
  disclosure(language: string): Disclosure;
  askConsent(from: From, request: NewConsent): Promise<string>;
  actOnConsent(from: From, act: ConsentAct): Promise<string>;
  verify(seal: SealToVerify): Promise<SealedFile>;
  /** Completes what an interruption has left. */
  completeAll(shouldContinue: () => boolean): Promise<void>;
  /** Waits for what is being completed. */
  close(): Promise<void>;
}

interface Deps extends CompleteDeps {
  log: Pick<FastifyBaseLogger, 'error'>;
}

export function createSigning({ log, ...deps }: Deps): Signing {
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
    send: (from, request) => sendRequest(deps, from, request),
    act: async (from, act) => {
      const status = await actAsSigner(deps, from, act);
      if (status === 'signed') completeSoon(act.requestId);
      return status;
    },
    void: (from, request) => voidRequest(deps, from, request),
    disclosure: (language) => disclosureIn(deps, language),
    askConsent: (from, request) => askConsent(deps, from, request),
    actOnConsent: (from, act) => actOnConsent(deps, from, act),
    verify: (seal) => verifySeal(deps.database, seal),
    completeAll: (shouldContinue) => completeAll(deps, onFailed, shouldContinue),
    close: async () => void (await Promise.all(running)),
  };
}
