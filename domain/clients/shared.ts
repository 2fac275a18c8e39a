import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '#domain/language/message.ts';

/** What a member of a client can see. */
export interface Shared {
  readonly documents: number;
  /** The years, latest first. */
  readonly forms: readonly number[];
  readonly returns: readonly number[];
  readonly messages: number;
}

/** Each kind in words; nothing for what there is nothing of. */
export function sharedInWords({ documents, forms, returns, messages }: Shared): MessageDescriptor[] {
  const words: MessageDescriptor[] = [];
  if (documents > 0) words.push(msg`${plural({ documents }, { one: '# document', other: '# documents' })}`);
  if (forms.length > 0) {
    const years = forms.join(', ');
    words.push(forms.length === 1 ? msg`tax form of ${{ years }}` : msg`tax forms of ${{ years }}`);
  }
  if (returns.length > 0) {
    const years = returns.join(', ');
    words.push(returns.length === 1 ? msg`tax return of ${{ years }}` : msg`tax returns of ${{ years }}`);
  }
  if (messages > 0) words.push(msg`${plural({ messages }, { one: '# message', other: '# messages' })}`);
  return words;
}
