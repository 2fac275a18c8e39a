import { Banner } from './banner.tsx';

interface ProblemProps {
  className?: string;
  /** Without a text, nothing shows. */
  children: string | null | undefined | false;
}

/** Why an action failed, announced as soon as it appears. */
export function Problem({ className, children }: ProblemProps) {
  if (!children) return null;
  return (
    <Banner kind="danger" announce {...(className && { className })}>
      {children}
    </Banner>
  );
}
