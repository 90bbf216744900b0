import type { PrefetchClient } from '@keyan/console/client/prefetch.ts';
import { topMenuQuery } from '@keyan/console/navigation/topMenuQuery.ts';
import { homePage, startsOnHome } from './home.ts';

/**
 * Fetches what the frame needs first: menus and permissions. Its script loads meanwhile and finds
 * the responses.
 */
const prefetchFrame = (client: PrefetchClient): Promise<unknown> =>
  Promise.all([
    client.prefetch('/blade-system/menu/buttons'),
    client.prefetch(
      '/blade-system/menu/top-menu',
      topMenuQuery(homePage.path, startsOnHome(client.sessions.get()?.user.account ?? '')),
    ),
  ]);

/** The definition of the page at an address loads as soon as the frame, which knows the pages. */
const prefetchList = async (path: string): Promise<void> => {
  const list = import('@keyan/console/list/ResourceList.tsx');
  const { resources } = await import('./resources.ts');
  const page = path.replace(/\/index$/, '');
  await resources.find(({ pages }) => pages.some((each) => each.path === page))?.load();
  await list;
};

const loadHome = () => import('@keyan/product/office/home/home.web.tsx');

/**
 * Loads everything that the page at an address needs and that is known before the frame runs.
 * Failures are ignored: the code that needs the data fetches it again and reports.
 */
export const prefetchPage = (client: PrefetchClient, path: string): void => {
  prefetchFrame(client).catch(() => undefined);
  const script = /^\/(wel(\/index)?)?$/.test(path) ? loadHome() : prefetchList(path);
  Promise.all([import('./Providers.tsx'), script]).catch(() => undefined);
};
