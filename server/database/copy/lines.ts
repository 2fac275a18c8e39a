/** Rows of the hosted service are far smaller, so a longer line means that the file is not a dump. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;

/** The input is malformed. The message says what is wrong and where, without quoting the content. */
export class CopyFormatError extends Error {}

/** Splits a stream into lines, without line ends. Throws `CopyFormatError` if a line is too long. */
export async function* linesOf(
  bytes: AsyncIterable<Buffer>,
  maxBytes = MAX_LINE_BYTES,
): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      const rest = chunk.subarray(from, end);
      if (size + rest.length > maxBytes) throw tooLong(maxBytes);
      yield parts.length === 0 ? rest : Buffer.concat([...parts, rest]);
      parts = [];
      size = 0;
      from = end + 1;
    }
    if (from < chunk.length) {
      parts.push(chunk.subarray(from));
      size += chunk.length - from;
      if (size > maxBytes) throw tooLong(maxBytes);
    }
  }
  if (size > 0) yield Buffer.concat(parts);
}

function tooLong(maxBytes: number): CopyFormatError {
  return new CopyFormatError(`A line is longer than ${maxBytes} bytes.`);
}
