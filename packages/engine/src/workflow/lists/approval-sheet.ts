import type { Label, Language } from '@keyan/kernel/label.ts';
import { fill, say } from '@keyan/kernel/label.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import type { ApprovalSheet } from '@keyan/kernel/wire/tasks.ts';
import type { Operation, Snapshot } from '@keyan/kernel/workflow/state.ts';
import type { Session } from '../../store/connection/database.ts';
import { inNameOfNote } from '../people/held.ts';
import { operationLabels } from './timeline.ts';

interface LogLine {
  readonly operation: Operation;
  readonly person: string | null;
  readonly ownerName: string | null;
  readonly visit: string | null;
  readonly task: string | null;
  readonly nodeName: Label | null;
  readonly comment: string;
  readonly reason: Label | null;
  readonly at: Date;
}

const linesText = `
  select operation, actor_name as person, owner_name as "ownerName", act_id::text as visit,
      task_id::text as task, node_name as "nodeName", comment, reason, at
    from wf_log where tenant_id = $1 and instance_id = $2
   order by revision, line`;

/** Operations that the approval sheet shows, while their visit is valid. */
const words: ReadonlySet<Operation> = new Set<Operation>([
  'start',
  'submit',
  'approve',
  'disagree',
  'refuse',
  'opinion',
  'complete',
  'settle',
  'elapse',
  'skip',
  'jumped',
]);

/** Operations that ended a round: earlier operations are no longer shown. */
const ends: ReadonlySet<Operation> = new Set<Operation>(['back', 'backApplicant', 'recall']);

const system: Label = ['系统', 'System'];

/**
 * Returns the approval sheet (审批单) of a process, from its log: a line for each valid operation, in order; rounds that
 * were repeated are reduced to the operation that ended them. People have the names of that time. Experts are not
 * named; the result of their review is shown.
 */
export const approvalSheetOf = async (
  session: Session,
  { instance, visits, tasks }: Snapshot,
  language: Language,
): Promise<ApprovalSheet> => {
  const lines = await session.query<LogLine>(linesText, [session.tenantId, instance.id]);
  const known = new Map(visits.map((visit) => [visit.id, visit]));
  const withdrawn = new Set(tasks.filter(({ status }) => status === 'BACK').map(({ id }) => id));
  const counts = ({ operation, visit: id, task }: LogLine): boolean => {
    const visit = id === null ? undefined : known.get(id);
    const isStanding = visit === undefined || (!visit.void && visit.status !== 'BACK');
    return words.has(operation) && isStanding && !(task !== null && withdrawn.has(task));
  };
  const personOf = ({ person, ownerName }: LogLine): string => {
    const who = person ?? say(system, language);
    return ownerName === null
      ? who
      : `${who}${say(fill(inNameOfNote, { owner: ownerName }), language)}`;
  };
  const rowOf = (line: LogLine) => {
    const action = operationLabels[line.operation];
    const said = line.comment === action[0] ? '' : line.comment;
    return {
      nodeName: line.nodeName ? say(line.nodeName, language) : '',
      person: personOf(line),
      verdict: say(action, language),
      opinion: said || (line.reason ? say(line.reason, language) : ''),
      time: timeText(line.at),
    };
  };
  return {
    title: instance.title,
    status: instance.status,
    started: timeText(instance.started),
    rows: lines.filter(counts).map(rowOf),
    rounds: lines.filter(({ operation }) => ends.has(operation)).map(rowOf),
  };
};
