import type { Presentation } from '@keyan/console/shared/present.ts';
import { recordRoutes } from '@keyan/console/shared/routes.ts';
import type { Route } from '@keyan/console/shell/routes.ts';
import { paper } from './achievement/paper.ts';
import { paperView } from './achievement/paper.web.tsx';

/** How the product's resources differ on their pages from plain ones. */
export const presentations: readonly Presentation[] = [paperView];

/** The pages of the product's records: forms and details of every view. */
export const recordPages: readonly Route[] = [...recordRoutes(paper)];
