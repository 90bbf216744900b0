import type { Label } from '@keyan/kernel/label.ts';
import type { StatementWarning } from '../compliance/compliance.ts';
import type { ProjectAct } from './acts.ts';

export const projectHomeService = 'kh-edu-research/programInfo/home';

/** One thing that happened to a project: a record that names it. */
export interface ProjectEvent {
  readonly resource: string;
  readonly id: string;
  readonly label: string;
  readonly title: string;
  readonly day: string;
  readonly status: string;
}

/** An approved output that names the project. */
export interface ProjectOutput {
  readonly resource: string;
  readonly id: string;
  readonly label: string;
  readonly title: string;
  readonly isMarked: boolean;
  /** Withdrawn by its publisher, as its title says: it proves nothing. */
  readonly isRetracted: boolean;
}

/** Something that is due. */
export interface DueItem {
  readonly label: Label;
  readonly day: string;
  /** Days until it; negative where it has passed. */
  readonly days: number;
}

/** Content above the fields on the page of a project. */
export interface ProjectHome {
  readonly acts: readonly ProjectAct[];
  readonly events: readonly ProjectEvent[];
  readonly outputs: readonly ProjectOutput[];
  readonly due: readonly DueItem[];
  /** Approvals of ethics and the like that are missing, stopped, expired or about to expire. */
  readonly warnings: readonly StatementWarning[];
  /** 执行率: spent of the net amount, in percent (ruling 76); empty where nothing was booked. */
  readonly rate: string;
  /** Elapsed of its time, in percent. */
  readonly elapsed: string;
}
