import type { Facts, Parameters } from './meanings.ts';

/** Task as a player names it: the step and the holder. */
export interface Item {
  readonly step: string;
  readonly who: string | null;
  /** Candidates, as text. */
  readonly pool: string;
  /** State of the task: open or waiting; or closed, in the step's last or an older visit. */
  readonly is: 'open' | 'waiting' | 'last' | 'old';
}

/** Commands of players, without ids of the engine. */
export type PlayerStatement =
  | { readonly is: 'start'; readonly facts: Facts; readonly param: Parameters }
  | {
      readonly is: 'agree';
      readonly item: Item;
      readonly picked: readonly string[];
      readonly facts?: Facts;
      /** Current parameters of the tenant, fixed by a submission. */
      readonly param?: Parameters;
    }
  | {
      readonly is: 'disagree';
      readonly item: Item;
      readonly comment: string;
      readonly facts?: Facts;
    }
  | {
      readonly is: 'back';
      readonly item: Item;
      readonly comment: string;
      readonly to: string;
      readonly direct?: boolean;
    }
  | { readonly is: 'refuse'; readonly item: Item; readonly comment: string }
  | { readonly is: 'claim' | 'unclaim' | 'withdraw' | 'reclaim'; readonly item: Item }
  | {
      readonly is: 'sign';
      readonly item: Item;
      readonly how: 'P' | 'B' | 'D';
      readonly to: readonly string[];
    }
  | { readonly is: 'remove'; readonly item: Item }
  | { readonly is: 'begin'; readonly person: string }
  | { readonly is: 'transfer'; readonly item: Item; readonly to: string }
  | { readonly is: 'leave'; readonly from: readonly string[]; readonly to: string | null }
  | { readonly is: 'delete'; readonly comment: string }
  | { readonly is: 'recall' | 'suspend' | 'activate' }
  | { readonly is: 'rescue' | 'reschedule' }
  /** End of a wait. @property last whether it is the last visit of the wait */
  | { readonly is: 'elapse'; readonly step: string; readonly last: boolean };
