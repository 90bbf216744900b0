import type { Facts, Parameters } from './meanings.ts';

/** A person's item as a player sees it: the step and who has it. */
export interface Item {
  readonly step: string;
  readonly who: string | null;
  /** People to whom it is offered, as text. */
  readonly pool: string;
  /** State of the step: still open, or waiting for others; and if not, of the step's last visit or an older one. */
  readonly is: 'open' | 'waiting' | 'last' | 'old';
}

/** Statements of players, without the ids of the engine. */
export type PlayerStatement =
  | { readonly is: 'start'; readonly facts: Facts; readonly param: Parameters }
  | {
      readonly is: 'agree';
      readonly item: Item;
      readonly picked: readonly string[];
      readonly facts?: Facts;
      /** The school's parameters now; a submission keeps them. */
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
  /** @property last whether it is the last visit of the wait */
  | { readonly is: 'elapse'; readonly step: string; readonly last: boolean };
