import type { Behaviour } from '@keyan/engine/records/behaviour.ts';
import type { Endpoint } from '@keyan/engine/wire/endpoint.ts';
import type { Dictionary } from '@keyan/kernel/dictionary.ts';
import type { Resource } from '@keyan/kernel/resource.ts';
import { paperEndpoints } from './achievement/paper/paper.endpoints.server.ts';
import { paperBehaviour } from './achievement/paper/paper.server.ts';
import { recognitionEndpoints } from './achievement/paper/paper-recognition.server.ts';
import type { TopMenu } from './composition/menus.ts';
import { application } from './index.ts';
import { officeEndpoints } from './office/home/office.endpoints.server.ts';
import { noticeEndpoints } from './office/notices/notice.server.ts';
import { supplyNational } from './shared/national.server.ts';
import { paramBehaviour } from './system/embedding/embed.server.ts';

supplyNational();

/** The product as a server runs it. */
export interface ServerApplication {
  readonly resources: readonly Resource[];
  readonly dictionaries: ReadonlyMap<string, Dictionary>;
  readonly menus: readonly TopMenu[];
  readonly behaviours: readonly Behaviour[];
  /** Calls beside those that derive from the resources. */
  readonly endpoints: readonly Endpoint[];
}

/** What the product adds on the server: behaviours of resources and calls of its own. */
export const serverApplication: ServerApplication = {
  ...application,
  behaviours: [paperBehaviour, paramBehaviour],
  endpoints: [...paperEndpoints, ...recognitionEndpoints, ...officeEndpoints, ...noticeEndpoints],
};
