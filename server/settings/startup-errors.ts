import { ConfigError } from '#server/settings/config.ts';

/** Like `ConfigError`, but possibly temporary: a dependency is missing or full. */
export class DependencyError extends ConfigError {}

const REASONS: Record<string, string> = {
  EACCES: 'this account may not write there',
  EPERM: 'this account may not write there',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'there is a file of that name',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
};

/** Explains a file system error in words, with its code. */
export function fileErrorReason(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const words = REASONS[code];
  return words ? `${words} (${code})` : message;
}

/** A full disk may be temporary. */
export function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** Maps an error of `listen` to a problem of a setting. Other errors are returned unchanged. */
export function toListenError(error: unknown, host: string, port: number): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new ConfigError([
      `PORT: port ${port} is in use already. Stop what uses it, or set PORT to another.`,
    ]);
  }
  if (code === 'EACCES') {
    return new ConfigError([`PORT: this account may not listen on port ${port}. Set PORT to 1024 or more.`]);
  }
  if (['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL', 'EAFNOSUPPORT'].includes(code)) {
    return new ConfigError([
      `HOST: ${host} is not an address of this machine (${code}). 127.0.0.1 is this machine alone, 0.0.0.0 all of its addresses.`,
    ]);
  }
  return error;
}
