import { App } from 'antd';
import { toast } from '../components/toast.ts';
import { useLabel } from '../i18n/language.ts';
import { useRuntime } from './runtime.ts';

/** Returns the function of 清除缓存: clears cached data here and in the browser, and refetches. */
export const useClearCache = (): (() => void) => {
  const { client, queries } = useRuntime();
  const { modal } = App.useApp();
  const label = useLabel();
  return () =>
    void modal.confirm({
      title: label(['是否需要清除缓存?', 'Clear cache?']),
      okText: label(['清除缓存', 'Clear cache']),
      cancelText: label(['取消', 'Cancel']),
      onOk: async () => {
        await client.get('/blade-auth/oauth/clear-cache');
        await queries.resetQueries();
        toast.success(label(['清除完毕', 'Cache cleared']));
      },
    });
};
