/** Whether a program was ended because memory ran out: by the system, or by its own limit. */
export function isOutOfMemory({ code, output }) {
  return code === 137 || (code === 134 && /heap out of memory/.test(output));
}

/** The message for that case; `gigabytes` is a measured figure. */
export function outOfMemory(what, gigabytes) {
  return (
    `${what} was stopped, most likely because memory ran short: it needs ${gigabytes} GB of free memory. ` +
    'Close other programs, add swap space, or do it on another machine and copy the folder.'
  );
}
