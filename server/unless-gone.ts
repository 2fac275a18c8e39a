/** For `catch` at a file or folder that may not exist: undefined then. Throws every other error. */
export function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
