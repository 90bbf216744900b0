import type { ServerHalf } from '../shared/halves.server.ts';
import { oaiEndpoints } from './oai/oai.endpoints.server.ts';
import { openEndpoints } from './open/open.endpoints.server.ts';
import { publicPageEndpoints } from './pages/pages.endpoints.server.ts';
import { profileEndpoints } from './profile/profile.endpoints.server.ts';
import { publishRecords } from './register.server.ts';
import { publishingEndpoints } from './settings.endpoints.server.ts';

export const serverHalf: ServerHalf = {
  jobs: [publishRecords],
  endpoints: [
    ...publishingEndpoints,
    ...oaiEndpoints,
    ...publicPageEndpoints,
    ...openEndpoints,
    ...profileEndpoints,
  ],
};
