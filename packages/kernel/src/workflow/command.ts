import type { Label } from '../label.ts';
import type { Facts } from './expression.ts';
import type { Graph } from './graph.ts';
import type { TaskKind, Verdict } from './state.ts';

/** Commands to a process, each with the id of its task or about the whole instance. */
export type Command =
  | {
      readonly is: 'start';
      readonly definition: string;
      readonly kind: string;
      readonly business: string;
      readonly title: string;
      readonly department: string | null;
      /** Facts fixed for this submission: parameters of the tenant, roles of the applicant. */
      readonly frozen?: Facts;
      /** People picked for the next step; if empty, the candidates decide. */
      readonly picked?: readonly string[];
    }
  | { readonly is: 'claim'; readonly task: string }
  | { readonly is: 'unclaim'; readonly task: string }
  | (TaskDecision & {
      readonly is: 'agree';
      readonly title?: string;
      /**
       * At the applicant's first step: the department of the record from this submission on (ruling
       * 59).
       */
      readonly department?: string | null;
      /** At the applicant's first step: facts fixed for this submission. */
      readonly frozen?: Facts;
      readonly picked?: readonly string[];
    })
  | (TaskDecision & {
      /**
       * Disagrees: follows the diagram if a later gateway reads `pass`, otherwise returns the
       * record.
       */
      readonly is: 'disagree';
    })
  | (TaskDecision & {
      readonly is: 'back';
      /** Target: `applicant`, `prev`, or a node visited before. */
      readonly to: string;
      /** True if the resubmission goes directly back to this step. */
      readonly direct?: boolean;
    })
  | (TaskDecision & { readonly is: 'refuse' })
  | { readonly is: 'recall' }
  | {
      /** Withdraws the actor's own approval while the next step is untouched (取回). */
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
      /**
       * Adds people: in parallel to, or before, the holder of the task, or for their opinion
       * (加签、委派).
       */
      readonly is: 'addSign';
      readonly task: string;
      readonly how: SignKind;
      readonly to: readonly string[];
      readonly comment?: string;
    }
  /** Removes a person whom the actor has added and who has not answered yet (减签). */
  | { readonly is: 'removeSign'; readonly task: string }
  /** Returns a task from a proxy to the absent person, while it is open (收回). */
  | { readonly is: 'reclaim'; readonly task: string }
  | {
      /** Copies the record to people for information (抄送). */
      readonly is: 'cc';
      readonly task: string;
      readonly to: readonly string[];
      readonly comment?: string;
    }
  | {
      /** Reassigns the tasks of people who have left, or who hand over. For the system only. */
      readonly is: 'reassignOnLeave';
      readonly from: readonly string[];
      /** Id of the successor, if one was named. */
      readonly to: string | null;
      /**
       * Tasks to reassign of people who stay: all their open tasks, or tasks that they had claimed
       * by a role, department or post that they have lost. Omitted for people whose account is
       * stopped.
       */
      readonly handing?: 'all' | 'lost';
    }
  /** Moves the open tasks of a person whose absence begins to their proxy. For the system only. */
  | { readonly is: 'beginAbsence'; readonly person: string }
  /** Offers tasks on which nobody can act to the administrators. For the system only. */
  | { readonly is: 'rescueStuck' }
  /** Recomputes deadlines after a change of the calendar. For the system only. */
  | { readonly is: 'reschedule' }
  /**
   * Completes a wait whose time has passed, or performs the step's action for its deadline. For the
   * system only.
   */
  | { readonly is: 'elapse'; readonly visit: string }
  | {
      /** Moves a token to another step, independent of the flows. For managers. */
      readonly is: 'jump';
      /** Id of the active visit that the token leaves. */
      readonly visit: string;
      /** Id of the target step. */
      readonly to: string;
      readonly comment: string;
    }
  | {
      /** Moves the process to the same place on another version of the route. For managers. */
      readonly is: 'move';
      readonly definition: string;
      readonly graph: Graph;
      /** Ids in the new version, by those in the old one, of nodes and flows whose ids differ. */
      readonly map: Readonly<Record<string, string>>;
      readonly comment: string;
    }
  | {
      /** Completes a wait for a matter. Only for the code of the matter. */
      readonly is: 'complete';
      readonly visit: string;
      /** Idempotency key of the completion: a repetition has no effect. */
      readonly key: string;
      readonly verdict: Verdict;
      /** Facts of the outcome for conditions. */
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
      /** Reason of the program, if no person gives a comment. */
      readonly reason?: Label;
    };

/** Ways in which one person adds another to a task. */
export type SignKind = Exclude<TaskKind, 'N'>;

interface TaskDecision {
  readonly task: string;
  readonly comment: string;
}

export type CommandName = Command['is'];
export type CommandOf<K extends CommandName> = Extract<Command, { is: K }>;
