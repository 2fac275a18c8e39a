import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';

export function PrefillOffer({ year, onPrefill }: { year: number; onPrefill: () => void }) {
  return (
    <Banner
      title={`We have your answers of ${year - 1}`}
      actions={
        <Button variant="secondary" onPress={onPrefill}>
          Prefill from last year
        </Button>
      }
    >
      They can be filled in for you. What may have changed is marked “Please check”.
    </Banner>
  );
}
