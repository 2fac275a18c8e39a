/** An envelope of papers, drawn in the site's line style. */
export function PapersPicture() {
  return (
    <svg
      width="112"
      height="84"
      viewBox="0 0 112 84"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M32 40V10a4 4 0 0 1 4-4h28l16 16v20" className="fill-surface" />
      <path d="M64 6v12a4 4 0 0 0 4 4h12M42 18h12M42 26h24M42 34h28" />
      <path
        d="M14 34h6l36 22 36-22h6a4 4 0 0 1 4 4v36a4 4 0 0 1-4 4H14a4 4 0 0 1-4-4V38a4 4 0 0 1 4-4Z"
        className="fill-surface"
      />
      <path d="m11 76 32-28M101 76 69 48" />
      <circle cx="56" cy="56" r="6" className="fill-accent stroke-accent" />
    </svg>
  );
}
