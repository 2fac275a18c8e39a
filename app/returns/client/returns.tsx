import { useQuery } from '@tanstack/react-query';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { returnsQuery } from '../queries.ts';
import { EarlierReturns } from './earlier-returns.tsx';
import { Progress, type ProgressProps } from './progress.tsx';
import { ReturnCard } from './return-card.tsx';

export interface ReturnsProps extends ProgressProps {
  userId: string;
  year: number;
}

/** The timelines of what is going on; before there is a return, the way that lies ahead. */
export function Returns({ userId, year, ...progress }: ReturnsProps) {
  const { data, error } = useQuery(returnsQuery(userId));
  const isEarlier = (one: { year: number; status: string }) => one.year < year && one.status === 'accepted';
  const running = data?.filter((one) => !isEarlier(one)) ?? [];
  return (
    <>
      {error && !data && (
        <Banner kind="danger" title="We can’t show your returns now">
          {messageOf(error)}
        </Banner>
      )}
      {running.map((one) => (
        <ReturnCard key={one.id} taxReturn={one} />
      ))}
      {data && !running.some((one) => one.year === year) && <Progress {...progress} />}
      <EarlierReturns returns={data?.filter(isEarlier) ?? []} />
    </>
  );
}
