import { everyScope, inPeriod, member, type Scope, withCode } from '@keyan/kernel/access/scope.ts';
import { f, type RowOf } from '@keyan/kernel/definition/field/field.ts';
import type { Action } from '@keyan/kernel/definition/life/actions.ts';
import type { ActionContext } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { deadlineMessage, releaseCodes } from '../../shared/mechanisms/releasing.ts';
import { user } from '../../shared/references/refs.ts';

/** Columns of 延时开放: a person with a later deadline under a plan. */
const extensionFields = {
  userId: f.ref(['人员', 'Person'], user).required(),
  until: f.deadline(['开放至', 'Open until']).required(),
};

type Extension = RowOf<typeof extensionFields>;

interface Extended {
  readonly extensions: Extension[] | null;
}

/** People with extensions, and the latest extended deadline. */
export const extendedUntil = {
  extensions: f.rows(['延时开放', 'Extensions'], extensionFields).computed(),
  extendedUntil: f.time(['延时开放至', 'Extended until']).computed(),
};

/** Scope of plans that are open for the actor by extension; `isOpenFor` checks the deadline. */
export const openForActor: Scope = everyScope(
  withCode('status', releaseCodes.published, releaseCodes.closed),
  member('extensions', 'userId'),
  inPeriod('startTime', 'extendedUntil'),
);

/** True if the person has an extension that has not expired. */
export const isOpenFor = (
  { extensions, status }: Extended & { readonly status: string | null },
  person: string,
  now: string,
): boolean =>
  (status === releaseCodes.published || status === releaseCodes.closed) &&
  (extensions ?? []).some(
    ({ userId, until }) => userId === person && until !== null && now <= until,
  );

const extensionTooEarlyText: Label = [
  '开放时间应晚于现在和申报截止时间',
  'The time must be later than now and the closing time',
];

/**
 * Action of the research office that extends a person’s deadline; recorded in history and notified.
 */
export const extensionActions: Action<
  Extended & Readonly<Record<'extendedUntil' | 'endTime' | 'planName', string | null>>,
  'extensions',
  ActionContext
> = {
  label: ['延时开放', 'Extend for a person'],
  from: [releaseCodes.published, releaseCodes.closed],
  form: { ...extensionFields, reason: f.reason(['原因', 'Reason']) },
  faults: ({ endTime }, { until }, { now }) =>
    typeof until === 'string' && (until <= now || (endTime !== null && until <= endTime))
      ? [{ path: 'until', message: extensionTooEarlyText }]
      : [],
  set: ({ extensions }, { userId, until }) => {
    const others = (extensions ?? []).filter((line) => line.userId !== userId);
    const lines = [...others, { userId, until } as Extension];
    const latest = lines.map((line) => line.until ?? '').sort();
    return { extensions: lines, extendedUntil: latest.at(-1) ?? null };
  },
  tells: [
    {
      type: deadlineMessage,
      title: ['申报延时开放：{name}', 'Application deadline extended: {name}'],
      content: [
        '【{name}】对您延时开放至 {until}，请在此前提交申报。',
        '“{name}” is open for you until {until}; please submit your application before then.',
      ],
      words: ({ planName, extensions }) => ({
        name: planName ?? '',
        until: (extensions?.at(-1)?.until ?? '').slice(0, 16),
      }),
      // Notifies the last line, which the action just added.
      to: [{ ids: ({ extensions }) => [extensions?.at(-1)?.userId] }],
    },
  ],
  done: ['已延时开放', 'Extended'],
};
