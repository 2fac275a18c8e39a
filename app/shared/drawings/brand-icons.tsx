import type { Business } from '#domain/business/business.ts';

export type Platform = Business['social'][number]['platform'];

/** Generic icons for social networks, because our icon set must not contain other companies' logos. */
const shapes: Record<Platform, React.ReactNode> = {
  facebook: (
    <path
      d="M14.500 8.500H17V5h-2.700C11.800 5 10.500 6.600 10.500 9v2H8v3.400h2.500V21H14v-6.600h2.500L17 11h-3V9.300c0-.5.2-.8.5-.8Z"
      fill="currentColor"
      stroke="none"
    />
  ),
  instagram: (
    <>
      <rect x="3.500" y="3.500" width="17" height="17" rx="5" />
      <circle cx="12" cy="12" r="4" />
      <circle cx="16.800" cy="7.200" r="1" fill="currentColor" stroke="none" />
    </>
  ),
  youtube: (
    <>
      <rect x="2.500" y="5.500" width="19" height="13" rx="4" />
      <path d="m10.200 9 5.200 3-5.200 3Z" fill="currentColor" stroke="none" />
    </>
  ),
  x: <path d="m4.500 4.500 15 15M19 4.500l-14.500 15" />,
  tiktok: <path d="M13.500 4v10.800a3.700 3.700 0 1 1-3.700-3.700M13.500 4c.3 2.600 2.200 4.500 5 4.700" />,
  linkedin: <path d="M4 9v11M4 4.500v.1M9.500 20V9m0 5c0-3 1.800-5 4.600-5s4.900 1.700 4.900 5v6" />,
  whatsapp: (
    <path d="m4 20 1.300-4A8.300 8.300 0 1 1 8.500 19Zm5-11.500c0 3.500 3 6.500 6.500 6.500l.5-2-2.200-.8-1 1c-1-.5-1.900-1.400-2.400-2.400l1-1L10.600 8Z" />
  ),
};

export function PlatformIcon({ platform }: { platform: Platform }) {
  return (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {shapes[platform]}
    </svg>
  );
}
