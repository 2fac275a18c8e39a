import type { FastifyBaseLogger } from 'fastify';
import type { SignatureAct } from '#contract/signing.ts';
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
    send: sendRequest.bind(null, deps),
    act: async (from: From, act: SignatureAct): Promise<string> => {
      const status = await actAsSigner(deps, from, act);
      if (status === 'signed') completeSoon(act.requestId);
      return status;
    },
    void: voidRequest.bind(null, deps),
    disclosure: disclosureIn.bind(null, deps),
    askConsent: askConsent.bind(null, deps),
    actOnConsent: actOnConsent.bind(null, deps),
    verify: verifySeal.bind(null, deps.database),
    /** Completes what an interruption has left. */
    completeAll: completeAll.bind(null, deps, onFailed),
    /** Waits for what is being completed. */
    close: async (): Promise<void> => void (await Promise.all(running)),
  };
}

export type Signing = ReturnType<typeof createSigning>;
