import type { MessageDescriptor } from '@lingui/core';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { rest } from '#app/shared/api/rest.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import type { DocumentItem } from './document-store.ts';
import { done, failed, type Outcome } from './messages.ts';

/** By the keys of migration 0018_trash. */
const refusals: Readonly<Record<string, MessageDescriptor>> = {
  opened: msg`Our office has already opened this file.`,
  too_late: msg`You can take a file back only within 10 minutes of sending it. Please call us if it’s the wrong one.`,
  not_yours: msg`Someone else sent this file, so only they can take it back.`,
  in_use: msg`Our office is already using this file. Please call us if it’s the wrong one.`,
  gone: msg`This file isn’t here anymore. It may have been moved or deleted.`,
};

export async function takeBack({ id, name }: DocumentItem, t: Translate): Promise<Outcome> {
  const { error } = await rest.rpc('take_back_document', { document_id: id ?? '' });
  if (!error) return done(t(msg`You took back ${{ file: name }}`));
  const refusal = refusals[error.details ?? ''];
  return failed(refusal ? t(refusal) : messageOf(error, t));
}
