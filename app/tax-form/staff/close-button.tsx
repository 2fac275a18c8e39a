import { Trans } from '@lingui/react/macro';
import { ArrowLeft } from 'lucide-react';
import { Button } from '#app/ui/actions/button.tsx';

/** Leaves the form. */
export function CloseButton({ onClose }: { onClose: () => void }) {
  return (
    <Button
      size="small"
      variant="secondary"
      icon={<ArrowLeft size={16} aria-hidden />}
      onPress={onClose}
      className="self-start print:hidden"
    >
      <Trans>Back to files</Trans>
    </Button>
  );
}
