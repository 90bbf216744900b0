import type { Label } from '@keyan/kernel/label.ts';
import { fill } from '@keyan/kernel/label.ts';
import type { Resource } from '@keyan/kernel/resource.ts';
import type {
  NoticeKind,
  Snapshot,
  Notice as Told,
  WorkflowEvent,
} from '@keyan/kernel/workflow/state.ts';
import type { Notice } from '../messages/port.ts';

interface Wording {
  /** Code in the dictionary of message types (domain §13). */
  readonly type: string;
  readonly title: Label;
  readonly content: Label;
}

const wordings: Readonly<Record<NoticeKind, Wording>> = {
  todo: {
    type: '01',
    title: ['待办：{title}', 'To do: {title}'],
    content: [
      '{applicant}提交的【{title}】已到达环节【{step}】，请及时办理。',
      '“{title}”, submitted by {applicant}, has reached the step “{step}” and waits for you.',
    ],
  },
  approved: {
    type: '02',
    title: ['已通过：{title}', 'Approved: {title}'],
    content: ['您的申请【{title}】已审批通过。', 'Your application “{title}” has been approved.'],
  },
  returned: {
    type: '03',
    title: ['已退回：{title}', 'Returned: {title}'],
    content: [
      '您的申请【{title}】在环节【{step}】被退回：{comment}',
      'Your application “{title}” was returned at the step “{step}”: {comment}',
    ],
  },
  refused: {
    type: '03',
    title: ['不通过：{title}', 'Refused: {title}'],
    content: [
      '您的申请【{title}】在环节【{step}】未通过：{comment}',
      'Your application “{title}” was refused at the step “{step}”: {comment}',
    ],
  },
  ended: {
    type: '99',
    title: ['流程已结束：{title}', 'Ended: {title}'],
    content: [
      '【{title}】的审批已结束或被撤回，无需再办理。{comment}',
      'The approval of “{title}” has ended or was recalled; nothing is left to do. {comment}',
    ],
  },
};

const none: Label = ['', ''];

/** Where a click on the message leads: to the task itself, or to the record with its timeline. */
const linkOf = (told: Told, { instance }: Snapshot): string => {
  const place = `${instance.id}/${instance.business}`;
  return told.kind === 'todo' && told.task !== null
    ? `/mywork/process/${instance.kind}/handle/${told.task}/${place}`
    : `/mywork/process/${instance.kind}/detail/${told.task ?? '0'}/${place}`;
};

/** The title as it is stored, 「论文登记-题目」, and with the English name of the process. */
const titleOf = ({ instance }: Snapshot, resource: Resource): Label => {
  const { kind, title } = instance;
  const [zh, en] = resource.processes.find((item) => item.kind === kind)?.label ?? resource.label;
  const start = `${zh}-`;
  return [title, title.startsWith(start) ? `${en}: ${title.slice(start.length)}` : title];
};

/** The messages that a decision's events mean. */
export const noticesOf = (
  events: readonly WorkflowEvent[],
  snapshot: Snapshot,
  resource: Resource,
  nameOf: (id: string) => string,
): readonly Notice[] =>
  events.flatMap((event): Notice[] => {
    if (event.type !== 'notice') return [];
    const told = event.notice;
    const { type, title, content } = wordings[told.kind];
    const values = {
      title: titleOf(snapshot, resource),
      applicant: nameOf(snapshot.instance.applicant),
      step: told.nodeName ?? none,
      comment: told.comment,
    };
    return [
      {
        type,
        title: fill(title, values),
        content: fill(content, values),
        business: { resource: resource.key, id: snapshot.instance.business },
        link: linkOf(told, snapshot),
        to: told.to,
      },
    ];
  });
