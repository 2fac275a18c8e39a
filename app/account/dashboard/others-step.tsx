import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { FILES_PATH } from '#app/shared/portal-paths.ts';
import { type Client, may } from '#domain/clients/membership.ts';
import { msg } from '#domain/language/message.ts';
import type { NextAction } from '#domain/returns/return-progress.ts';
import type { NextStep } from './next-step.ts';

export interface OthersStepProps {
  client: Client;
  year: number;
  step: NextStep;
  action: NextAction | undefined;
  /** A prop: its module is part of the page. */
  panel: (step: NextStep, kicker: string) => ReactNode;
}

export function OthersStep({ client, year, step, action, panel }: OthersStepProps) {
  const { t } = useLingui();
  const instead = action && stepOfOthers(action, client, year);
  return panel(instead ?? step, t`Next step for ${{ name: client.name }}`);
}

/** The step that another member has to take, because this one may not. Null if this one may, or anyone. */
export function stepOfOthers(action: NextAction, client: Client, year: number): NextStep | null {
  const title = msg`Waiting for ${{ name: client.name }}`;
  const openFiles = { label: msg`Open the files`, to: FILES_PATH };
  switch (action.do) {
    case 'review':
      if (may(client, 'sign')) return null;
      return {
        title,
        text: [msg`A return is ready. You can read it, but not approve it.`],
        action: { label: msg`Read the return`, to: `/account/returns/${action.of.id}` },
      };
    case 'fill_form':
      if (may(client, 'answer')) return null;
      return {
        title,
        text: [msg`The ${{ year }} tax form isn’t filled out yet, and you can’t answer it.`],
        action: openFiles,
      };
    case 'send_documents':
    case 'send_missing':
      if (may(client, 'answer')) return null;
      return {
        title,
        text: [msg`Some documents are still missing. You can see the list, but not answer it.`],
        action: openFiles,
      };
    default:
      return null;
  }
}
