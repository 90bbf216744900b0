import type { Behaviour } from '@keyan/engine/records/behaviour.ts';
import { fundingArriveBehaviour, fundingDivideBehaviour } from './claims.server.ts';
import { fundsExpenditureBehaviour } from './funds-expenditure.server.ts';

/** Rules of money that need the database. */
export const fundsBehaviours: readonly Behaviour[] = [
  fundingArriveBehaviour,
  fundingDivideBehaviour,
  fundsExpenditureBehaviour,
];
