import type { Dictionary } from '@keyan/kernel/values/dictionary.ts';
import { lazy } from 'react';
import type { Route } from '../navigation/routes.ts';

/** Returns the route of the message page; `types` names the types of messages. */
export const messageRoutes = (types: Dictionary): readonly Route[] => [
  {
    path: '/message/index',
    component: lazy(async () => {
      const { messagesPage } = await import('./MessagesPage.tsx');
      return { default: messagesPage(types) };
    }),
    title: ['我的消息', 'Messages'],
  },
];
