import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { toast } from '../components/toast.ts';
import { useRuntime } from './runtime.ts';

/** 清除缓存 (spec §2): forgets what was read from the server, here and there, and reads it anew. */
export const useCacheClearing = (): (() => void) => {
  const { client, queries } = useRuntime();
  const { modal } = App.useApp();
  const { t } = useTranslation();
  return () =>
    void modal.confirm({
      title: t('tab.clearCacheQuestion'),
      okText: t('tab.clearCache'),
      cancelText: t('cancel'),
      onOk: async () => {
        await client.get('/blade-auth/oauth/clear-cache');
        await queries.resetQueries();
        toast.success(t('tab.cacheCleared'));
      },
    });
};
