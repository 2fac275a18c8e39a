import { Button } from '#app/ui/actions/button.tsx';

interface Props {
  /** An infinite query. */
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
}

/** Loads the next page of a list, as long as there is one. */
export function ShowMore({ query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: Props) {
  if (!hasNextPage) return null;
  return (
    <Button
      variant="quiet"
      size="small"
      busy={isFetchingNextPage}
      onPress={() => void fetchNextPage()}
      className="self-center"
    >
      Show more
    </Button>
  );
}
