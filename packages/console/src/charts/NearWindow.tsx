import { type ReactNode, useEffect, useRef, useState } from 'react';

interface NearWindowProps {
  /** Pixels of what takes the place of the drawing. */
  readonly height: number;
  /** A sentence for screen readers, as the drawing gives it. */
  readonly label: string;
  readonly children: ReactNode;
}

/** Distance at which the drawing is rendered: who scrolls seldom meets an empty place. */
const margin = '300px 0px';

/** The margin counts in the window and in every element that scrolls; types of the browser do not know the latter yet. */
const watching: IntersectionObserverInit & { readonly scrollMargin: string } = {
  rootMargin: margin,
  scrollMargin: margin,
};

/**
 * Renders a drawing when it comes near the visible part of the window, or is printed, and keeps it from then on: code
 * and drawings below the fold cost nothing until somebody scrolls there.
 */
export const NearWindow = ({ height, label, children }: NearWindowProps) => {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || !place.current) return;
    const show = () => setNear(true);
    const watcher = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) show();
    }, watching);
    watcher.observe(place.current);
    window.addEventListener('beforeprint', show);
    return () => {
      watcher.disconnect();
      window.removeEventListener('beforeprint', show);
    };
  }, [isNear]);
  if (isNear) return children;
  return <div ref={place} className="ky-chart" role="img" aria-label={label} style={{ height }} />;
};
