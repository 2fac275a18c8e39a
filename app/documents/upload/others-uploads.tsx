import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useFocusFallback } from '#app/shared/focus/use-focus-fallback.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { UnfinishedList, useDiscard } from './unfinished-list.tsx';
import { isQuiet, unfinishedQuery } from './unfinished-uploads.ts';

/** What other people began to upload for this client and did not finish, for those who may remove it. */
export function OthersUploads({ ownerId }: { ownerId: string }) {
  const { t } = useLingui();
  const { anchor, watch } = useFocusFallback();
  const { data = [] } = useQuery(unfinishedQuery(ownerId));
  const stopped = data.filter((one) => !one.mine && one.may_cancel && isQuiet(one));
  const { length: count } = stopped;
  const { mutate: remove, isPending } = useDiscard(
    stopped,
    t`We couldn’t remove them. Please check your connection and try again.`,
  );
  const place = <span ref={anchor} tabIndex={-1} className="sr-only" />;
  if (count === 0) return place;

  return (
    <>
      {place}
      <section {...watch} aria-label={t`Unfinished uploads of others`}>
        <Banner
          kind="info"
          title={
            <Plural
              value={count}
              one="Someone else began to upload a file and didn’t finish"
              other="Someone else began to upload # files and didn’t finish"
            />
          }
          actions={
            <Button variant="secondary" busy={isPending} onPress={() => remove()}>
              <Plural value={count} one="Remove it" other="Remove them" />
            </Button>
          }
        >
          <UnfinishedList uploads={stopped} />
          <Trans>The sender can continue for a week. Until then, the uploaded part takes up storage.</Trans>
        </Banner>
      </section>
    </>
  );
}
