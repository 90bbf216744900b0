import { lazy } from 'react';
import type { Route } from '../navigation/routes.ts';
import { addressParameter } from './embed.ts';

/** Returns the host of the page; for a file of this site, its name. */
const nameOf = (asked: string): string => {
  if (!URL.canParse(asked, location.origin)) return asked;
  const { origin, host, pathname } = new URL(asked, location.origin);
  return origin === location.origin ? pathname.slice(pathname.lastIndexOf('/') + 1) : host;
};

/** Route of embedded pages, opened by menu entries with an outside address or an html file. */
export const embedRoute: Route = {
  path: '/myiframe/*',
  component: lazy(() => import('./EmbeddedPage.tsx')),
  title: ({ '*': parameter = '' }) => nameOf(addressParameter(parameter)),
};
