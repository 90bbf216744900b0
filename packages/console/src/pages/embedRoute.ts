import { lazy } from 'react';
import type { Route } from '../navigation/routes.ts';
import { addressParameter } from './embed.ts';

/** The host of the page; for a file of this site, its name. */
const nameOf = (asked: string): string => {
  if (!URL.canParse(asked, location.origin)) return asked;
  const { origin, host, pathname } = new URL(asked, location.origin);
  return origin === location.origin ? pathname.slice(pathname.lastIndexOf('/') + 1) : host;
};

/** Embedded pages: menu entries with an outside address or an html file lead here. */
export const embedRoute: Route = {
  path: '/myiframe/*',
  component: lazy(() => import('./EmbeddedPage.tsx')),
  title: ({ '*': parameter = '' }) => nameOf(addressParameter(parameter)),
};
