import { type SyntheticEvent, useState } from 'react';

interface Options {
  /** Loads what validation and sending need. Called again, it tries again. */
  load: () => Promise<unknown>;
  send: (event: SyntheticEvent) => Promise<void>;
  /** It could not be loaded: the connection is down. */
  onLoadError: (error: unknown) => void;
}

/** A form whose libraries are loaded when a person starts to fill it in, so that the page shows before them. */
export function useLazyForm({ load, send, onLoadError }: Options) {
  const [isLoading, setLoading] = useState(false);

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (isLoading) return;
    setLoading(true);
    const failure = await load().then(
      () => null,
      (error: unknown) => ({ error }),
    );
    setLoading(false);
    if (failure) onLoadError(failure.error);
    else await send(event);
  }

  return {
    isLoading,
    submit,
    // An error is reported when the form is sent.
    preload: () => void load().catch(() => undefined),
  };
}
