import { Trans } from '@lingui/react/macro';
import { Button } from '#app/ui/actions/button.tsx';

export interface ShowMoreProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
}

/** A button that loads the next page of a list. Renders nothing on the last page. */
export function ShowMore({ query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: ShowMoreProps) {
  if (!hasNextPage) return null;
  return (
    <Button
      variant="quiet"
      size="small"
      busy={isFetchingNextPage}
      onPress={() => void fetchNextPage()}
      className="self-center"
    >
      <Trans>Show more</Trans>
    </Button>
  );
}
