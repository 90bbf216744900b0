import { useEffect } from 'react';
import { toast } from '../../components/toast.ts';
import { texts } from '../../i18n/i18n.ts';
import { isChunkFailure } from './errorlog.ts';

/**
 * Says that code is gone from the server, and offers what helps (stack trap 12). Off line it may
 * well be there, and whoever refreshed would have no page at all.
 */
export const tellOutdated = (): void => {
  if (navigator.onLine) {
    toast.error(texts.t('state.outdated'), { name: 'refresh', run: () => location.reload() });
  } else toast.warning(texts.t('state.offline'));
};

/**
 * Tells of code that an act fetches and that is no more: no boundary sees the failure of what is
 * not drawn, and whoever pressed the button would wait for nothing.
 */
export const useOutdated = (): void => {
  useEffect(() => {
    const rejected = ({ reason }: PromiseRejectionEvent) => {
      if (isChunkFailure(reason)) tellOutdated();
    };
    addEventListener('unhandledrejection', rejected);
    return () => removeEventListener('unhandledrejection', rejected);
  }, []);
};
