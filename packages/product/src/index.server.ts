import type { Behaviour } from '@keyan/engine/behaviour.ts';
import type { Endpoint } from '@keyan/engine/wire/endpoint.ts';
import { paperEndpoints } from './achievement/paper.endpoints.server.ts';
import { paperBehaviour } from './achievement/paper.server.ts';
import { recognitionEndpoints } from './achievement/recognition.server.ts';
import { application } from './index.ts';
import { supplyNational } from './national.server.ts';

supplyNational();

/** What the product adds on the server: behaviours of resources and calls of its own. */
export const serverApplication = {
  ...application,
  behaviours: [paperBehaviour] as readonly Behaviour[],
  endpoints: [...paperEndpoints, ...recognitionEndpoints] as readonly Endpoint[],
} as const;
