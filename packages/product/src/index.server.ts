import type { Behaviour } from '@keyan/engine/records/behaviour.ts';
import type { Endpoint } from '@keyan/engine/wire/endpoint.ts';
import type { Dictionary } from '@keyan/kernel/dictionary.ts';
import type { Resource } from '@keyan/kernel/resource.ts';
import { paperEndpoints } from './achievement/paper.endpoints.server.ts';
import { paperBehaviour } from './achievement/paper.server.ts';
import { recognitionEndpoints } from './achievement/recognition.server.ts';
import { application } from './index.ts';
import { supplyNational } from './national.server.ts';
import { noticeEndpoints } from './office/notice.server.ts';
import { officeEndpoints } from './office/office.endpoints.server.ts';
import { paramBehaviour } from './system/embed.server.ts';
import type { TopMenu } from './system/menus.ts';

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
