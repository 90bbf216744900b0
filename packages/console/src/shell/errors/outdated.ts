import type { Label } from '@keyan/kernel/label.ts';
import { useEffect } from 'react';
import { toast } from '../../components/toast.ts';
import { type ChunkCause, chunkFailureCause } from './chunk-cause.ts';
import { isChunkFailure } from './errorlog.ts';

const reload = { label: ['刷新', 'Refresh'], run: () => location.reload() } as const;

/**
 * Messages by reason. Only a newer build offers a reload: without a server the reload would fail.
 */
const messageByCause: Readonly<Record<ChunkCause, () => void>> = {
  updated: () =>
    toast.error(['系统已更新，请刷新页面', 'The system has been updated. Reload the page'], reload),
  away: () => toast.warning(serverUnreachable),
  offline: () =>
    toast.warning(['网络已断开，正在尝试重新连接', 'You are offline; trying to reconnect']),
};

/** Message that the server does not respond. */
export const serverUnreachable: Label = [
  '服务器暂时无法连接，请稍后再试',
  'The server cannot be reached. Try again later',
];

/** Shows a message that a chunk of code did not load, and why. */
export const reportChunkFailure = (): void => {
  void chunkFailureCause().then((cause) => messageByCause[cause]());
};

/**
 * Reports chunks that an event handler fails to load. No error boundary sees them, because they are
 * not loaded while React renders.
 */
export const useOutdatedChunks = (): void => {
  useEffect(() => {
    const rejected = ({ reason }: PromiseRejectionEvent) => {
      if (isChunkFailure(reason)) reportChunkFailure();
    };
    addEventListener('unhandledrejection', rejected);
    return () => removeEventListener('unhandledrejection', rejected);
  }, []);
};
