import { type SyntheticEvent, useState } from 'react';

interface Options {
  /** Brings what judging and sending need. Asked again, it brings it again. */
  bring: () => Promise<unknown>;
  send: (event: SyntheticEvent) => Promise<void>;
  /** It could not be brought: the connection is down. */
  onFailure: (error: unknown) => void;
}

/** A form whose libraries come when somebody begins to fill it in, so that the page is there before them. */
export function usePrepared({ bring, send, onFailure }: Options) {
  const [isPreparing, setPreparing] = useState(false);

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (isPreparing) return;
    setPreparing(true);
    const failure = await bring().then(
      () => null,
      (error: unknown) => ({ error }),
    );
    setPreparing(false);
    if (failure) onFailure(failure.error);
    else await send(event);
  }

  return {
    isPreparing,
    submit,
    // What fails here is told when the form is sent.
    prepare: () => void bring().catch(() => undefined),
  };
}
