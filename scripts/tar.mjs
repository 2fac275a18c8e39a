// Reproducible tar archives: entries in the given order, one time for all, no owner. Plain JavaScript without
// dependencies.
const BLOCK = 512;
const NAME_BYTES = 100;
const PREFIX_BYTES = 155;

/**
 * A tar archive (POSIX ustar) in memory.
 * @param {{ path: string, content: Uint8Array, executable?: boolean }[]} files paths with slashes
 * @param {number} seconds the time of every entry, since 1970
 * @returns {Buffer}
 */
export function tar(files, seconds) {
  const blocks = files.flatMap(({ path, content, executable = false }) => [
    header(path, content.length, executable ? 0o755 : 0o644, seconds),
    content,
    Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK),
  ]);
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]);
}

/**
 * The files of an archive that `tar` made.
 * @param {Buffer} archive
 * @returns {{ path: string, content: Buffer }[]}
 */
export function untar(archive) {
  const files = [];
  for (let at = 0; archive[at] !== 0; ) {
    const text = (from, length) =>
      archive.toString('utf8', at + from, at + from + length).replace(/\0.*$/s, '');
    const size = Number.parseInt(text(124, 12), 8);
    const path = [text(345, PREFIX_BYTES), text(0, NAME_BYTES)].filter(Boolean).join('/');
    files.push({ path, content: archive.subarray(at + BLOCK, at + BLOCK + size) });
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return files;
}

function header(path, size, mode, seconds) {
  const [prefix, name] = splitPath(path);
  const block = Buffer.alloc(BLOCK);
  const octal = (value, from, digits) => block.write(value.toString(8).padStart(digits, '0'), from, 'ascii');
  block.write(name, 0);
  octal(mode, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(size, 124, 11);
  octal(seconds, 136, 11);
  // The checksum is computed with spaces in its field.
  block.write('        0', 148, 'ascii');
  block.write('ustar\x0000', 257, 'ascii');
  block.write(prefix, 345);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'ascii');
  return block;
}

/** Splits a path into a prefix of up to 155 bytes and a name of up to 100, without the slash between them. */
function splitPath(path) {
  if (Buffer.byteLength(path) <= NAME_BYTES) return ['', path];
  for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
    const [prefix, name] = [path.slice(0, slash), path.slice(slash + 1)];
    if (Buffer.byteLength(name) <= NAME_BYTES && Buffer.byteLength(prefix) <= PREFIX_BYTES)
      return [prefix, name];
  }
  throw new Error(`the path is too long for the archive: ${path}`);
}
