import { useEffect, useState } from 'react';
import { SkeletonRows } from '../../components/state.tsx';
import { ChunkLoadError } from './errorlog.ts';

/** Milliseconds that a page's code may take to arrive. */
const chunkTimeout = 120_000;

/** Stands for a page whose code is on its way, and fails when that takes too long. */
export const ChunkWait = () => {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), chunkTimeout);
    return () => clearTimeout(timer);
  }, []);
  if (late) throw new ChunkLoadError(`no chunk for ${location.pathname} in ${chunkTimeout} ms`);
  return <SkeletonRows />;
};
