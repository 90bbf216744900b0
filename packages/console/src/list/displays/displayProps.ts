import type { ResourceListController } from '../useResourceList.ts';

/** Properties of each display of a list. */
export interface DisplayProps {
  readonly list: ResourceListController;
}
