import type { ReactNode } from 'react';
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer';

/** In pixels, not rem, so that staff see the same number of rows. Rows grow with larger text settings. */
const ROW_HEIGHT = { dense: 40, comfortable: 64 };

interface LongListProps {
  /** Like the rows of its list. Their height is used to size the scroll bar before they are rendered. */
  dense: boolean;
  /** An ItemList. */
  children: ReactNode;
}

/** Renders only the visible rows of a list with hundreds. Find in page doesn't find the others. */
export function LongList({ dense, children }: LongListProps) {
  return (
    <Virtualizer
      layout={ListLayout}
      layoutOptions={{ estimatedRowSize: dense ? ROW_HEIGHT.dense : ROW_HEIGHT.comfortable }}
    >
      {children}
    </Virtualizer>
  );
}
