import type { PrefetchClient } from '@keyan/console/client/prefetch.ts';
import { topMenuQuery } from '@keyan/console/navigation/topMenuQuery.ts';
import { homePage, startsOnHome } from './home.ts';

/** Fetches menus and permissions, which the frame needs first, while its script loads. */
const prefetchFrame = (client: PrefetchClient): Promise<unknown> =>
  Promise.all([
    client.prefetch('/blade-system/menu/buttons'),
    client.prefetch(
      '/blade-system/menu/top-menu',
      topMenuQuery(homePage.path, startsOnHome(client.sessions.get()?.user.account ?? '')),
    ),
  ]);

/**
 * Loads the definition of the page at an address, as soon as the module with the outlines is
 * loaded.
 */
const prefetchList = async (path: string): Promise<void> => {
  const list = import('@keyan/console/list/ResourceList.tsx');
  const { resources } = await import('./resources.ts');
  const page = path.replace(/\/index$/, '');
  await resources.find(({ pages }) => pages.some((each) => each.path === page))?.load();
  await list;
};

const loadHome = () => import('@keyan/product/office/home/home.web.tsx');

/**
 * Loads all data and scripts for the page at an address that are known before the frame runs.
 * Failures are ignored: the code that needs the data fetches it again and reports.
 */
export const prefetchPage = (client: PrefetchClient, path: string): void => {
  prefetchFrame(client).catch(() => undefined);
  const script = /^\/(wel(\/index)?)?$/.test(path) ? loadHome() : prefetchList(path);
  Promise.all([import('./Providers.tsx'), script]).catch(() => undefined);
};
