import type { ReactNode } from 'react';
import { useTab } from '../navigation/tab.ts';
import { pagesOf, useOutline, viewFor } from '../presentation/resources.tsx';

interface RecordLinkProps {
  /** Key of the resource; without pages of its own the text stays plain. */
  readonly resource: string;
  readonly id: string;
  readonly children: ReactNode;
}

/** Opens a record in its tab. A real address, so that the middle button and copying work. */
export const RecordLink = ({ resource: key, id, children }: RecordLinkProps) => {
  const outline = useOutline(key);
  const { open } = useTab();
  const view = outline && viewFor(outline);
  if (!view) return children;
  const path = pagesOf(view).detail(id);
  return (
    <a
      className="ky-link"
      href={path}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        open(path);
      }}
    >
      {children}
    </a>
  );
};
