import type { Route } from '@keyan/console/shell/routes.ts';

/** Every page of Keyan. Each is loaded when it is first opened. */
export const routes: readonly Route[] = [];
