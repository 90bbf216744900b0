import type { Label } from '../label.ts';
import type { Facts } from './expression.ts';
import type { Graph } from './graph.ts';
import type { TaskKind, Verdict } from './state.ts';

/** Requests that can be made of a process. Every command names its task or speaks of the whole instance. */
export type Command =
  | {
      readonly is: 'start';
      readonly definition: string;
      readonly kind: string;
      readonly business: string;
      readonly title: string;
      readonly department: string | null;
      /** Facts that this submission freezes: parameters of the school, roles of the applicant. */
      readonly frozen?: Facts;
      /** People picked for the next step; none leaves it to the candidates. */
      readonly picked?: readonly string[];
    }
  | { readonly is: 'claim'; readonly task: string }
  | { readonly is: 'unclaim'; readonly task: string }
  | (TaskDecision & {
      readonly is: 'agree';
      readonly title?: string;
      /** On the applicant's own first step: the department of the record from this submission on (ruling 59). */
      readonly department?: string | null;
      /** On the applicant's own first step: what this submission freezes. */
      readonly frozen?: Facts;
      readonly picked?: readonly string[];
    })
  | (TaskDecision & {
      /** Follows the diagram where the gateway behind reads `pass`; else sends back. */
      readonly is: 'disagree';
    })
  | (TaskDecision & {
      readonly is: 'back';
      /** `applicant`, `prev`, or a node visited before. */
      readonly to: string;
      /** The resubmission returns straight to this step. */
      readonly direct?: boolean;
    })
  | (TaskDecision & { readonly is: 'refuse' })
  | { readonly is: 'recall' }
  | {
      /** Withdraws one's own approval while the next step is untouched (取回). */
      readonly is: 'withdraw';
      readonly task: string;
    }
  | {
      readonly is: 'transfer';
      readonly task: string;
      readonly to: string;
      readonly comment?: string;
    }
  | {
      /** Asks others beside or before oneself, or for their opinion (加签、委派). */
      readonly is: 'addSign';
      readonly task: string;
      readonly how: SignKind;
      readonly to: readonly string[];
      readonly comment?: string;
    }
  /** Does without somebody whom one has asked, while they have not answered (减签). */
  | { readonly is: 'removeSign'; readonly task: string }
  /** Takes back what one's proxy has, while it is open (收回). */
  | { readonly is: 'reclaim'; readonly task: string }
  | {
      /** Shows the record to people who have nothing to do there (抄送). */
      readonly is: 'cc';
      readonly task: string;
      readonly to: readonly string[];
      readonly comment?: string;
    }
  | {
      /** Reassigns the tasks of people who left, or who hand over. For the system only. */
      readonly is: 'reassignOnLeave';
      readonly from: readonly string[];
      /** The successor, where one was named. */
      readonly to: string | null;
      /**
       * Range of tasks for people who stay: all their open tasks, or what they had taken by a role, a
       * department or a post that they hold no longer. Left out for people whose account is stopped.
       */
      readonly handing?: 'all' | 'lost';
    }
  /** Gives the open tasks of somebody whose absence begins to their proxy. For the system only. */
  | { readonly is: 'beginAbsence'; readonly person: string }
  /** Offers tasks on which nobody can act to the administrators. For the system only. */
  | { readonly is: 'rescueStuck' }
  /** Counts deadlines anew: the calendar changed. For the system only. */
  | { readonly is: 'reschedule' }
  /** Completes a wait whose time has passed, or does what a step says for its deadline. For the system only. */
  | { readonly is: 'elapse'; readonly visit: string }
  | {
      /** Moves a token to another step, whether or not the drawing leads there. For managers. */
      readonly is: 'jump';
      /** The open visit that the token leaves. */
      readonly visit: string;
      /** The step that is asked next. */
      readonly to: string;
      readonly comment: string;
    }
  | {
      /** Goes on on another version of the route, at the same place. For managers. */
      readonly is: 'move';
      readonly definition: string;
      readonly graph: Graph;
      /** Nodes and flows that have another id there; the others keep theirs. */
      readonly map: Readonly<Record<string, string>>;
      readonly comment: string;
    }
  | {
      /** Completes a wait for a matter. For the code that knows the matter only. */
      readonly is: 'complete';
      readonly visit: string;
      /** Names this completion: told again, it has no effect. */
      readonly key: string;
      readonly verdict: Verdict;
      /** Facts that conditions may read of it. */
      readonly facts: Facts;
      readonly comment?: string;
    }
  | {
      /** Ends a wait whose matter nobody completes. For managers. */
      readonly is: 'settle';
      readonly visit: string;
      readonly verdict: Verdict;
      readonly comment: string;
    }
  | { readonly is: 'suspend' }
  | { readonly is: 'activate' }
  | {
      readonly is: 'delete';
      readonly comment: string;
      /** Why the program ends it, where nobody says anything. */
      readonly reason?: Label;
    };

/** Reasons for which one person asks another. */
export type SignKind = Exclude<TaskKind, 'N'>;

interface TaskDecision {
  readonly task: string;
  readonly comment: string;
}

export type CommandName = Command['is'];
export type CommandOf<K extends CommandName> = Extract<Command, { is: K }>;
