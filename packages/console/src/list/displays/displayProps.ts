import type { ResourceListController } from '../useResourceList.ts';

/** Properties of each way to show the rows of a list. */
export interface DisplayProps {
  readonly list: ResourceListController;
}
