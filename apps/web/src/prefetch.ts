import type { PrefetchClient } from '@keyan/console/client/prefetch.ts';
import { home, startsOnHome } from './home.ts';

interface TopMenu {
  readonly id: string;
  /** The path above its pages. */
  readonly root?: string;
}

/**
 * Asks for what the frame of every signed-in user begins with: its menus and the buttons that they
 * hold. The script of the frame is on its way meanwhile and finds the answers there.
 */
const prefetchFrame = async (client: PrefetchClient): Promise<void> => {
  void client.prefetch('/blade-system/menu/buttons');
  const entries = await client.prefetch<readonly TopMenu[]>('/blade-system/menu/top-menu');
  const account = client.sessions.get()?.user.account ?? '';
  for (const { id, root } of entries) {
    const ofHome = root !== undefined && `${home.path}/`.startsWith(`${root}/`);
    if (ofHome && !startsOnHome(account)) continue;
    void client.prefetch('/blade-system/menu/routes', { topMenuId: id, flat: 1 });
  }
};

/** Pages by the beginning of their address, with the script that the frame will ask for. */
const scripts: readonly (readonly [path: RegExp, load: () => Promise<unknown>])[] = [
  [/^\/(wel(\/index)?)?$/, () => import('@keyan/product/office/home/home.web.tsx')],
  [
    /^\/achievement\/[^/]+(\/index)?$/,
    () => Promise.all([import('./Providers.tsx'), import('@keyan/console/list/ResourceList.tsx')]),
  ],
];

/**
 * Sets off everything that the page at an address needs and that is known before the frame runs.
 * Failures are no concern here: whoever needs a thing asks for it again and tells.
 */
export const prefetchPage = (client: PrefetchClient, path: string): void => {
  prefetchFrame(client).catch(() => undefined);
  const script = scripts.find(([pattern]) => pattern.test(path));
  script?.[1]().catch(() => undefined);
};
