import { type ReactNode, useEffect, useRef, useState } from 'react';

interface NearWindowProps {
  /** Height in pixels of the placeholder before the drawing is rendered. */
  readonly height: number;
  /** Sentence that screen readers announce, as for the drawing. */
  readonly label: string;
  readonly children: ReactNode;
}

/**
 * Distance from the viewport at which the drawing is rendered, so that a scrolling reader seldom
 * sees a placeholder.
 */
const renderDistance = '300px 0px';

/**
 * Options of the observer: the margin applies to the window and to every scrolling element; the
 * browser types lack `scrollMargin`.
 */
const observerOptions: IntersectionObserverInit & { readonly scrollMargin: string } = {
  rootMargin: renderDistance,
  scrollMargin: renderDistance,
};

/**
 * Renders a drawing once it comes near the viewport or the page is printed, and leaves it rendered.
 * Code and drawings below the fold load only when somebody scrolls there.
 */
export const NearWindow = ({ height, label, children }: NearWindowProps) => {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || !place.current) return;
    const show = () => setNear(true);
    const watcher = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) show();
    }, observerOptions);
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
