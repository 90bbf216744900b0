import { recordRoutes } from '@keyan/console/shared/routes.ts';
import type { Route } from '@keyan/console/shell/routes.ts';
import { paper } from './achievement/paper.ts';

/** The pages of the product's records: forms and details of every view. */
export const recordPages: readonly Route[] = [...recordRoutes(paper)];
