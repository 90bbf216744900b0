import { lazy } from 'react';
import { askedAddress } from './embed.ts';
import type { Route } from './routes.ts';

const hostOf = (asked: string): string =>
  URL.canParse(asked, location.origin) ? new URL(asked, location.origin).host : asked;

/** Pages from elsewhere: menu entries with an outside address or an html file lead here (spec §2). */
export const embedRoute: Route = {
  path: '/myiframe/*',
  component: lazy(() => import('./EmbeddedPage.tsx')),
  title: ({ '*': parameter = '' }) => hostOf(askedAddress(parameter)),
};
