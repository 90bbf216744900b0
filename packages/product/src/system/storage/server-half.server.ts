import type { ServerHalf } from '../../shared/halves.server.ts';
import { attachEndpoints } from './attach.server.ts';
import {
  attachmentCategoryBehaviour,
  attachmentCategoryEndpoints,
} from './attachment-category.server.ts';

export const serverHalf: ServerHalf = {
  behaviours: [attachmentCategoryBehaviour],
  endpoints: [...attachmentCategoryEndpoints, ...attachEndpoints],
};
