import { type ReactNode, useState } from 'react';
import { Envelope } from '#app/shared/drawings/envelope.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { EntryLayout } from './entry-layout.tsx';

export interface PressFirstProps {
  title: string;
  lead: ReactNode;
  label: string;
  /** Uses the link up. Resolves to the problem if the link can be tried again. */
  onPress: () => Promise<string | null>;
}

/** The page of a link from an email: opening it changes nothing, its button does. */
export function PressFirst({ title, lead, label, onPress }: PressFirstProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function press(): Promise<void> {
    setBusy(true);
    setProblem(null);
    setProblem(await onPress());
    setBusy(false);
  }

  return (
    <EntryLayout title={title} lead={lead} picture={Envelope}>
      <Problem className="mb-6">{problem}</Problem>
      <Button size="large" busy={busy} onPress={() => void press()} className="w-full sm:w-auto">
        {label}
      </Button>
    </EntryLayout>
  );
}
