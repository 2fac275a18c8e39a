import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Client } from '#domain/clients/membership.ts';
import type { NextAction } from '#domain/returns/return-progress.ts';
import type { NextStep } from './next-step.ts';
import { stepOfOthers } from './step-of-others.ts';

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
  const instead = action ? stepOfOthers(action, client, year, t) : null;
  return panel(instead ?? step, t`Next step for ${{ name: client.name }}`);
}
