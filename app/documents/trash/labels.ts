import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** "Deleted for good in 12 days", rounded up. */
export function destroyedIn(expiresAt: string, now: Date): MessageDescriptor {
  const days = Math.ceil((Date.parse(expiresAt) - now.getTime()) / DAY_MS);
  if (days <= 1) return msg`Deleted for good within a day`;
  return msg`Deleted for good in ${{ days }} days`;
}

interface Restored {
  readonly id: string;
  readonly path: string;
}

export function restoredText(wanted: readonly Restored[], back: readonly Restored[], t: Translate): string {
  const places = new Map(wanted.map(({ id, path }) => [id, path]));
  const renamed = back.filter(({ id, path }) => places.get(id) !== path);
  const lost = wanted.length - back.length;
  const [only] = renamed;
  return [
    msg`Restored ${plural({ count: back.length }, { one: '# file', other: '# files' })}`,
    renamed.length === 1 &&
      only &&
      msg`One has a new name because its old name is taken: ${{ path: only.path }}`,
    renamed.length > 1 && msg`${{ count: renamed.length }} have new names because their old names are taken`,
    lost > 0 &&
      msg`${plural({ count: lost }, { one: '# file', other: '# files' })} had already left the trash`,
  ]
    .filter((sentence) => sentence !== false && sentence !== undefined)
    .map((sentence) => t(sentence))
    .join('. ');
}
