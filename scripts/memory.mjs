/** Whether a program was ended for want of memory: by the system, or by its own limit. */
export function isOutOfMemory({ code, output }) {
  return code === 137 || (code === 134 && /heap out of memory/.test(output));
}

/** What to tell then; `gigabytes` were measured. */
export function outOfMemory(what, gigabytes) {
  return (
    `${what} was stopped, most likely because memory ran short: it needs ${gigabytes} GB of free memory. ` +
    'Close other programs, add swap space, or do it on another machine and copy the folder.'
  );
}
