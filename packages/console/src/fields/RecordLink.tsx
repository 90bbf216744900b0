import type { ReactNode } from 'react';
import { useTab } from '../navigation/tab.ts';
import { usePermissions } from '../navigation/useMenus.ts';
import { mayOpenView, useOutline, viewAddresses, viewFor } from '../presentation/resources.tsx';

interface RecordLinkProps {
  /** Key of the resource; renders plain text if the user may open no page of it. */
  readonly resource: string;
  readonly id: string;
  readonly children: ReactNode;
}

/**
 * Renders a link that opens a record in its tab. A real address, so that the middle button and
 * copying work.
 */
export const RecordLink = ({ resource: key, id, children }: RecordLinkProps) => {
  const outline = useOutline(key);
  const { open } = useTab();
  const permissions = usePermissions();
  const view = outline && viewFor(outline, {}, permissions);
  // Render the link before the permissions are loaded.
  if (!view || (permissions.size > 0 && !mayOpenView(view, permissions))) return children;
  const path = viewAddresses(view).detail(id);
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
