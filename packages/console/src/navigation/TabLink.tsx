import type { MouseEvent, ReactNode } from 'react';
import type { Text } from '../i18n/language.ts';
import { useRuntime } from './runtime.ts';
import { usePreload } from './useAhead.ts';

interface TabLinkProps {
  readonly to: string;
  /** Title of the tab until the page sets its own. */
  readonly title?: Text;
  readonly className?: string;
  /** Called when the link is followed, in this or another window. */
  readonly onFollow?: () => void;
  readonly children: ReactNode;
}

/**
 * Returns false for clicks that the browser handles itself: new window, new browser tab, download.
 */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** Renders a link to a page of the console: a click opens its tab, Ctrl+click a browser tab. */
export const TabLink = ({ to, title, className = 'ky-link', onFollow, children }: TabLinkProps) => {
  const { open } = useRuntime();
  const ahead = usePreload(to);
  return (
    <a
      href={to}
      className={className}
      {...ahead}
      onClick={(event) => {
        onFollow?.();
        if (!isPlainClick(event)) return;
        event.preventDefault();
        open(to, { title });
      }}
    >
      {children}
    </a>
  );
};
