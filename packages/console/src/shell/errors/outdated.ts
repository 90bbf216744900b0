import { useEffect } from 'react';
import { toast } from '../../components/toast.ts';
import { isChunkFailure } from './errorlog.ts';

/**
 * Says that a chunk of code is gone from the server and offers to reload the page. Off line it may
 * still be there, and after a reload there would be no page at all.
 */
export const showOutdated = (): void => {
  if (navigator.onLine) {
    toast.error(['系统已更新，请刷新页面', 'The system has been updated. Reload the page'], {
      label: ['刷新', 'Refresh'],
      run: () => location.reload(),
    });
  } else toast.warning(['网络已断开，正在尝试重新连接', 'You are offline; trying to reconnect']);
};

/**
 * Reports chunks that an event handler fails to load. No error boundary sees them, because they are
 * not loaded while React renders.
 */
export const useOutdatedChunks = (): void => {
  useEffect(() => {
    const rejected = ({ reason }: PromiseRejectionEvent) => {
      if (isChunkFailure(reason)) showOutdated();
    };
    addEventListener('unhandledrejection', rejected);
    return () => removeEventListener('unhandledrejection', rejected);
  }, []);
};
