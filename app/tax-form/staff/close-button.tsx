import { Trans } from '@lingui/react/macro';
import { ArrowLeft, X } from 'lucide-react';
import { Button } from '#app/ui/actions/button.tsx';

export function CloseButton({ isBeside, onClose }: { isBeside: boolean; onClose: () => void }) {
  return (
    <Button
      size="small"
      variant="secondary"
      icon={isBeside ? <X size={16} aria-hidden /> : <ArrowLeft size={16} aria-hidden />}
      onPress={onClose}
      className="self-start print:hidden"
    >
      {isBeside ? <Trans>Close the answers</Trans> : <Trans>Back to files</Trans>}
    </Button>
  );
}
