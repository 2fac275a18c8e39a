import { FILES_PATH } from '#app/shared/portal-paths.ts';
import { type Client, may, type Right } from '#domain/clients/membership.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import type { NextAction } from '#domain/returns/return-progress.ts';
import type { NextStep } from './next-step.ts';

/** What a member must be allowed to do for an action. Null: anyone may, or there is nothing to do. */
export function rightFor(action: NextAction): Right | null {
  switch (action.do) {
    case 'fill_form':
    case 'send_documents':
    case 'send_missing':
      return 'answer';
    case 'review':
      return 'sign';
    default:
      return null;
  }
}

/** The step that another member has to take, because this one may not. Null if this one may. */
export function stepOfOthers(
  action: NextAction,
  client: Client,
  year: number,
  t: Translate,
): NextStep | null {
  const right = rightFor(action);
  if (right === null || may(client, right)) return null;
  const title = t(msg`Waiting for ${{ name: client.name }}`);
  const openFiles = { label: t(msg`Open the files`), to: FILES_PATH };
  switch (action.do) {
    case 'review':
      return {
        title,
        text: t(msg`A return is ready. You can read it, but not approve it.`),
        action: { label: t(msg`Read the return`), to: `/account/returns/${action.of.id}` },
      };
    case 'fill_form':
      return {
        title,
        text: t(msg`The ${{ year }} tax form isn’t filled out yet, and you can’t answer it.`),
        action: openFiles,
      };
    default:
      return {
        title,
        text: t(msg`Some documents are still missing. You can see the list, but not answer it.`),
        action: openFiles,
      };
  }
}
