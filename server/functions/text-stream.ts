/** Encodes text on demand. */
export function textStream(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull: async (controller) => {
      let chunk = '';
      while (chunk.length < 65_536) {
        const next = await texts.next();
        if (next.done) {
          if (chunk !== '') controller.enqueue(encoder.encode(chunk));
          controller.close();
          return;
        }
        chunk += next.value;
      }
      controller.enqueue(encoder.encode(chunk));
    },
    cancel: async () => void (await texts.return(undefined)),
  });
}
