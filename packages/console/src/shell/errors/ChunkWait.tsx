import { useEffect, useState } from 'react';
import { SkeletonRows } from '../../components/state.tsx';
import { ChunkLoadError } from './errorlog.ts';

/** Milliseconds that the code of a page may take to load. */
const chunkTimeout = 120_000;

/** Renders a placeholder while the code of a page loads; throws after `chunkTimeout`. */
export const LoadingPlaceholder = () => {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), chunkTimeout);
    return () => clearTimeout(timer);
  }, []);
  if (late) throw new ChunkLoadError(`no chunk for ${location.pathname} in ${chunkTimeout} ms`);
  return <SkeletonRows />;
};
