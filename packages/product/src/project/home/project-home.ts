import type { Label } from '@keyan/kernel/label.ts';
import type { StatementWarning } from '../compliance/compliance.ts';
import type { ProjectAct } from './acts.ts';

export const projectHomeService = 'kh-edu-research/programInfo/home';

/** Event of a project: a record that names it. */
export interface ProjectEvent {
  readonly resource: string;
  readonly id: string;
  readonly label: string;
  readonly title: string;
  readonly day: string;
  readonly status: string;
}

/** Approved output that names the project. */
export interface ProjectOutput {
  readonly resource: string;
  readonly id: string;
  readonly label: string;
  readonly title: string;
  readonly isMarked: boolean;
  /** True if retracted; such an output counts for nothing. */
  readonly isRetracted: boolean;
}

/** Due item. */
export interface DueItem {
  readonly label: Label;
  readonly day: string;
  /** Days until the due date; negative if overdue. */
  readonly days: number;
}

/** Content above the fields on a project’s page. */
export interface ProjectHome {
  readonly acts: readonly ProjectAct[];
  readonly events: readonly ProjectEvent[];
  readonly outputs: readonly ProjectOutput[];
  readonly due: readonly DueItem[];
  /** Warnings about missing, suspended, expired or soon expiring approvals. */
  readonly warnings: readonly StatementWarning[];
  /** 执行率: spent ÷ net amount in percent (ruling 76); empty if nothing was booked. */
  readonly rate: string;
  /** Elapsed part of the term in percent. */
  readonly elapsed: string;
}
