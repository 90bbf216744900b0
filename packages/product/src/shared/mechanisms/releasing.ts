import { everyScope, inPeriod, type Scope, withCode } from '@keyan/kernel/access/scope.ts';
import type { Action } from '@keyan/kernel/definition/life/actions.ts';
import { after } from '@keyan/kernel/definition/life/due.ts';
import type { RecordMessage } from '@keyan/kernel/definition/life/tell.ts';
import type { ActionContext } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { notAfterEnd } from './rules.ts';

/** Codes of the dictionary `releaseStatus`. */
export const releaseCodes = {
  draft: '0',
  published: '1',
  withdrawn: '2',
  closed: '3',
} as const;

/** States of records that the research office publishes; editable while not published. */
export const releaseStates = {
  field: 'status',
  initial: releaseCodes.draft,
  editable: [releaseCodes.draft, releaseCodes.withdrawn],
} as const;

/** States for importing records that were published in an earlier system. */
export const importedReleaseStates = {
  ...releaseStates,
  imported: [releaseCodes.published, releaseCodes.withdrawn, releaseCodes.closed],
} as const;

/** Scope of published records within their period. */
export const openForAnswers: Scope = everyScope(
  withCode('status', releaseCodes.published),
  inPeriod('startTime', 'endTime'),
);

/** Call that declarations belong to: a plan or notice. */
interface Answered {
  readonly status: string | null;
  readonly startTime: string | null;
  readonly endTime: string | null;
}

/**
 * True if a published record accepts declarations. A declaration submitted in time and
 * returned may be resubmitted after the deadline, unless the call was withdrawn.
 * @param isReturned true if an approver returned the declaration
 */
export const mayAnswer = (
  { status, startTime, endTime }: Answered,
  now: string,
  isReturned: boolean,
): boolean => {
  if (isReturned) return status === releaseCodes.published || status === releaseCodes.closed;
  return status === releaseCodes.published && (startTime ?? now) <= now && now <= (endTime ?? now);
};

/** Message for declarations outside of the period. */
export const outsidePeriodMessage: Label = [
  '不在申报时间范围内',
  'Applications are not open at this time',
];

interface Releasable {
  readonly endTime: string | null;
}

/** Message type of declaration deadlines (申报截止提醒). */
export const deadlineMessage = '11';

/**
 * Actions to publish, withdraw and close records with a deadline.
 * @param call wire names of publish and withdraw
 * @param tells message about the publication
 */
export const releaseActions = <Row extends Releasable>(
  call: { readonly publish: string; readonly withdraw: string },
  tells: readonly RecordMessage<Row>[] = [],
): Readonly<Record<'publish' | 'withdraw' | 'close', Action<Row, 'endTime', ActionContext>>> => ({
  publish: {
    tells,
    label: ['发布', 'Publish'],
    from: [releaseCodes.draft, releaseCodes.withdrawn],
    to: releaseCodes.published,
    at: 'selection',
    ask: ['发布后即可被看到，确定发布？', 'It becomes visible immediately. Publish it?'],
    guard: notAfterEnd('endTime', [
      '截止时间已过，请先修改截止时间',
      'The deadline has passed; change it first',
    ]),
    call: call.publish,
    done: ['发布成功', 'Published'],
  },
  withdraw: {
    label: ['撤回发布', 'Withdraw'],
    from: [releaseCodes.published],
    to: releaseCodes.withdrawn,
    ask: [
      '撤回后不再对外可见，修改后可重新发布，确定撤回？',
      'It is no longer visible and can be published again after editing. Withdraw it?',
    ],
    call: call.withdraw,
    done: ['撤回成功', 'Withdrawn'],
    danger: true,
  },
  close: {
    label: ['截止', 'Close'],
    from: [releaseCodes.published],
    to: releaseCodes.closed,
    by: after('endTime'),
  },
});
