import type { ServerHalf } from '../shared/halves.server.ts';
import { personnelBehaviour } from './personnel.server.ts';
import {
  honoraryBehaviour,
  partTimeBehaviour,
  personnelChangeBehaviour,
} from './personnel-change.server.ts';

export const serverHalf: ServerHalf = {
  behaviours: [personnelBehaviour, honoraryBehaviour, partTimeBehaviour, personnelChangeBehaviour],
};
