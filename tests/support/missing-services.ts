import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const POSTGRES_VERSIONS = '/usr/lib/postgresql';
const STORE_PROGRAMS = [
  'memcached',
  'swift-ring-builder',
  'swift-account-server',
  'swift-container-server',
  'swift-object-server',
  'swift-proxy-server',
];

/** The folder of Debian's newest PostgreSQL programs; undefined if none is installed. */
export function externalPostgresPrograms(): string | undefined {
  const versions = existsSync(POSTGRES_VERSIONS) ? readdirSync(POSTGRES_VERSIONS) : [];
  return versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(POSTGRES_VERSIONS, version, 'bin'))
    .find((programs) => existsSync(join(programs, 'initdb')));
}

/** Why tests with two servers can't run here: they need PostgreSQL and an S3 store. Undefined if they can. */
export function missingServicesReason(): string | undefined {
  if (externalPostgresPrograms() === undefined) return "Debian's package postgresql is not installed";
  const missing = STORE_PROGRAMS.filter((program) => !succeeds('which', [program]));
  if (missing.length > 0) {
    return `${missing.join(', ')}: not installed (Debian: swift-proxy swift-account swift-container swift-object memcached)`;
  }
  if (keepsAttributes(tmpdir())) return undefined;
  return `${tmpdir()} keeps no extended attributes of files, which the S3 store needs (set TMPDIR)`;
}

function keepsAttributes(folder: string): boolean {
  const probe = mkdtempSync(join(folder, 'nutmeg-attributes-'));
  try {
    return succeeds('python3', ['-c', `import os, sys; os.setxattr(sys.argv[1], 'user.probe', b'1')`, probe]);
  } finally {
    rmdirSync(probe);
  }
}

function succeeds(program: string, args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
