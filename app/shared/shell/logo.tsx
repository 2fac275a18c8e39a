import { useOffice } from '#app/shared/site-data.tsx';

/** The nutmeg: a seed in its red lace, with a leaf. */
export function Mark({ size = 36 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 40 40"
      fill="none"
      aria-hidden="true"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path
        d="M20 36c-7.2 0-12-5.2-12-12 0-7.6 5.4-13 12-13s12 5.400 12 13c0 6.800-4.800 12-12 12Z"
        className="fill-accent"
      />
      <path
        d="M20 11c-3.600 3.800-5.400 8.200-5.400 13.200 0 4.600 1.800 8.600 5.400 11.800M20 17c2.800 2.600 4.200 5.600 4.200 9 0 2.600-.8 5-2.400 7.200"
        stroke="var(--paper)"
        strokeWidth="1.75"
      />
      <path d="M20 11c0-4.800 3.600-8 10-8-.4 5.400-4 8.400-10 8Z" fill="currentColor" />
      <path d="M20 11c-.6-2.600-2-4.600-4.600-6" stroke="currentColor" strokeWidth="2" />
    </svg>
  );
}

export function Logo() {
  const { name, shortName } = useOffice();
  const rest = name.startsWith(shortName) ? name.slice(shortName.length).trim() : '';
  return (
    <span className="flex items-center gap-1.5 max-xs:*:[svg]:size-7 xs:gap-2.5">
      <Mark />
      <span className="flex flex-col leading-none">
        <span className="font-display text-[1.25rem] tracking-tight xs:text-[1.5rem]">{`${shortName} `}</span>
        {rest && (
          <span className="mt-1.5 hidden text-xs font-medium tracking-wide text-muted sm:block lg:hidden xl:block">
            {rest}
          </span>
        )}
      </span>
    </span>
  );
}
