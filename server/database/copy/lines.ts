/** One row of the hosted service is far smaller; more than this in one line is no dump. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;

/** The input is not what it should be; the message says what is wrong and where, without quoting it. */
export class CopyFormatError extends Error {}

/** The lines of a stream, without their ends. Throws `CopyFormatError` at a line that is longer than allowed. */
export async function* linesOf(bytes: AsyncIterable<Buffer>, most = MAX_LINE_BYTES): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      const rest = chunk.subarray(from, end);
      if (size + rest.length > most) throw tooLong(most);
      yield parts.length === 0 ? rest : Buffer.concat([...parts, rest]);
      parts = [];
      size = 0;
      from = end + 1;
    }
    if (from < chunk.length) {
      parts.push(chunk.subarray(from));
      size += chunk.length - from;
      if (size > most) throw tooLong(most);
    }
  }
  if (size > 0) yield Buffer.concat(parts);
}

function tooLong(most: number): CopyFormatError {
  return new CopyFormatError(`A line is longer than ${most} bytes.`);
}
