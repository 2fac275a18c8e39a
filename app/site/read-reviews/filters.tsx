import { useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { useDuringHydration } from '#app/shared/browser/use-early-input.ts';
import { classNames } from '#app/ui/class-names.ts';
import { type Rating, type ReviewFilter, ratings, reviewServices } from '#domain/business/reviews.ts';
import { labels, serviceLabels, stars } from './content.ts';

export interface FiltersProps {
  filter: ReviewFilter;
  /** A change of one of them. It must not replace the other: before hydration, both may be pressed. */
  onChange: (change: Partial<ReviewFilter>) => void;
}

/** Two rows of chips, which are native radio buttons. */
export function Filters({ filter, onChange }: FiltersProps) {
  const { t } = useLingui();
  return (
    <div className="flex flex-col gap-5">
      <Chips<Rating | 'all'>
        name="Rating"
        legend={t(labels.rating)}
        options={['all', ...ratings]}
        labelOf={(rating) => t(rating === 'all' ? labels.anyRating : stars(rating))}
        value={filter.rating}
        onChange={(rating) => onChange({ rating })}
      />
      <Chips
        name="Service"
        legend={t(labels.service)}
        options={['all', ...reviewServices] as const}
        labelOf={(service) => t(serviceLabels[service])}
        value={filter.service}
        onChange={(service) => onChange({ service })}
      />
    </div>
  );
}

interface ChipsProps<T extends string | number> {
  name: string;
  legend: string;
  options: readonly T[];
  labelOf: (option: T) => string;
  value: T;
  onChange: (value: T) => void;
}

function Chips<T extends string | number>({
  name,
  legend,
  options,
  labelOf,
  value,
  onChange,
}: ChipsProps<T>) {
  const chips = useRef<HTMLFieldSetElement>(null);
  useDuringHydration(() => {
    const radios = [...(chips.current?.querySelectorAll('input') ?? [])];
    const pressed = options[radios.findIndex(({ checked }) => checked)];
    if (pressed !== undefined && pressed !== value) onChange(pressed);
  });
  return (
    <fieldset ref={chips}>
      <legend className="mb-2 text-sm font-semibold">{legend}</legend>
      <div className="figures flex flex-wrap gap-2">
        {options.map((option) => (
          <label
            key={option}
            className={classNames(
              'relative inline-flex min-h-11 cursor-pointer items-center rounded-full border px-4 hover:border-action has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              option === value ? 'border-action bg-action text-on-action' : 'border-control bg-surface',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={option === value}
              onChange={() => onChange(option)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-full outline-none"
            />
            {labelOf(option)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
