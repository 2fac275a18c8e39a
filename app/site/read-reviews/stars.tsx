import { useLingui } from '@lingui/react/macro';

const star =
  'm12 2.600 2.900 5.900 6.500.9-4.700 4.600 1.100 6.500-5.800-3.100-5.800 3.100 1.100-6.500L2.600 9.400l6.500-.9Z';

/** Five stars, some filled, with text for screen readers. */
export function Stars({ rating, size = 20 }: { rating: number; size?: number }) {
  const { t } = useLingui();
  return (
    <span role="img" aria-label={t`${rating} of 5 stars`} className="inline-flex gap-0.5 text-accent">
      {[1, 2, 3, 4, 5].map((place) => (
        <svg key={place} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
          <path
            d={star}
            stroke="currentColor"
            strokeWidth="1.5"
            strokeLinejoin="round"
            fill={place <= Math.round(rating) ? 'currentColor' : 'none'}
          />
        </svg>
      ))}
    </span>
  );
}
