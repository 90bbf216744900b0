import { anyScope, everyScope, member, notInList, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource, type Row } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { yesNo } from '../shared/dictionaries.ts';
import { user } from '../shared/references/refs.ts';
import {
  meetingStage,
  meetingStageCodes,
  reviewConclusion,
  signWay,
  signWayCodes,
} from './dictionaries.ts';
import { expert, reviewMinutes as face, reviewSet } from './faces.ts';

/** Scope of the office, without meetings whose records name the reader. */
const office = everyScope(permission('rmeeting'), notInList('parties'));
const experts = everyScope(member('attendance', 'userId'), notInList('parties'));

/** Minimum number of experts for a decision. */
const minPresentExperts = 3;

type Attendance = readonly {
  readonly expertId: string | null;
  readonly userId: string | null;
  readonly present: string | null;
  readonly signTime: string | null;
  readonly signWay: '1' | '2' | null;
}[];

const presentIn = (attendance: Attendance | null): Attendance =>
  (attendance ?? []).filter(({ present }) => present === '1');

/** True if at least two thirds of the panel and at least three experts are present. */
export const isQuorate = (attendance: Attendance | null): boolean => {
  const here = presentIn(attendance).length;
  return here >= minPresentExperts && 3 * here >= 2 * (attendance ?? []).length;
};

/**
 * Fault if the minutes lack signatures: all present experts must sign, or two thirds with a reason
 * for the missing ones.
 */
export const unsignedFault = (
  attendance: Attendance | null,
  absentWhy: string | null,
): Label | null => {
  const here = presentIn(attendance);
  const signed = here.filter(({ signTime }) => signTime !== null).length;
  if (here.length > 0 && signed === here.length) return null;
  if (3 * signed < 2 * here.length || here.length === 0) {
    return [
      '签字专家不足到会专家的三分之二',
      'Fewer than two thirds of the experts present have signed',
    ];
  }
  return (absentWhy ?? '') === ''
    ? ['请先填写未签字专家的情况说明', 'First explain why some experts have not signed']
    : null;
};

/** Attendance with one changed line, found by expert or account. */
const withLine = <Line extends Attendance[number]>(
  attendance: readonly Line[] | null,
  isTheirs: (line: Line) => boolean,
  change: Partial<Line>,
): Line[] => (attendance ?? []).map((line) => (isTheirs(line) ? { ...line, ...change } : line));

const chosen = {
  expertIds: f.refs(['专家', 'Experts'], expert).required().inLines('attendance', 'expertId'),
};

const isAmong = (ids: unknown, id: string | null): boolean =>
  id !== null && Array.isArray(ids) && ids.includes(id);

/** Fault if chosen experts are not in the attendance. */
export const strangersFault = (lines: Attendance, { expertIds }: RowLike, message: Label) =>
  (Array.isArray(expertIds) ? expertIds : []).every((id) =>
    lines.some(({ expertId }) => expertId === id),
  )
    ? []
    : [{ path: 'expertIds', message }];

/**
 * 会评纪要: minutes of a panel’s meeting, from attendance to signatures. Votes and results are
 * filled in automatically; the secretary adds text; attendees sign on their phone or on paper.
 */
export const reviewMinutes = defineResource({
  key: 'reviewMinutes',
  label: face.label,
  words: { plural: ['会评纪要', 'Meeting minutes'] },
  path: 'kh-edu-research/pssz/minutes',
  scarce: { records: 'few', because: 'a review by meeting makes one for each panel' },
  title: 'title',
  fields: {
    title: f.text(['会议', 'Meeting']).max(200).computed().searchable(),
    setId: f.ref(['评审', 'Review'], reviewSet).computed().listed(['会评纪要', 'Minutes']),
    groupName: f.text(['评审组', 'Panel']).max(50).computed(),
    chairId: f.ref(['组长', 'Chair'], expert).computed(),
    meetTime: f.time(['会议时间', 'Meeting time']).computed(),
    place: f.text(['会议地点', 'Place']).max(100).computed(),
    attendance: f
      .rows(['到会与签字', 'Attendance and signatures'], {
        expertId: f.ref(['专家', 'Expert'], expert),
        userId: f.ref(['账号', 'Account'], user),
        name: f.text(['姓名', 'Name']).max(30),
        present: f.dict(['到会', 'Present'], yesNo),
        signTime: f.time(['签字时间', 'Signed at']),
        signWay: f.dict(['签字方式', 'Signed by'], signWay),
      })
      .computed(),
    lines: f
      .rows(['评议结果', 'Results'], {
        title: f.text(['评审材料', 'Review material']).max(300),
        votes: f
          .text(['得分（同意 : 不同意 : 弃权）', 'Score, or votes for, against, abstained'])
          .max(100),
        rank: f.integer(['排名', 'Rank']),
        conclusion: f.dict(['结论', 'Conclusion'], reviewConclusion),
        withdrawn: f.text(['回避专家', 'Recused experts']).max(300),
        forced: f.dict(['含强制指派', 'Includes forced assignment'], yesNo),
      })
      .computed(),
    content: f.note(['会议纪要', 'Minutes']).max(10_000).computed(),
    absentWhy: f.text(['未签字情况说明', 'Explanation for missing signatures']).max(300).computed(),
    stage: f.dict(['阶段', 'Stage'], meetingStage).computed().initial(meetingStageCodes.toCome),
    parties: f.text(['当事人', 'Parties']).max(100_000).computed().secret('rmeeting_parties'),
  },
  states: { field: 'stage', initial: meetingStageCodes.toCome, editable: [] },
  actions: {
    checkIn: {
      label: ['报到', 'Check in'],
      from: [meetingStageCodes.toCome, meetingStageCodes.underWay],
      by: experts,
      set: ({ attendance }, _input, { actor }) => ({
        attendance: withLine(attendance, ({ userId }) => userId === actor, { present: '1' }),
      }),
      done: ['已报到', 'Checked in'],
    },
    mark: {
      label: ['登记到会', 'Mark as present'],
      from: [meetingStageCodes.toCome, meetingStageCodes.underWay],
      by: office,
      form: chosen,
      faults: ({ attendance }, input) =>
        strangersFault(attendance ?? [], input, [
          '所选专家不在本评审组',
          'A chosen expert is not in this panel',
        ]),
      set: ({ attendance }, { expertIds }) => ({
        attendance: withLine(attendance, ({ expertId }) => isAmong(expertIds, expertId), {
          present: '1',
        }),
      }),
      done: ['已登记', 'Marked'],
    },
    start: {
      label: ['开始会议', 'Start'],
      from: [meetingStageCodes.toCome],
      to: meetingStageCodes.underWay,
      by: office,
      guard: {
        fields: ['attendance'],
        check: ({ attendance }) =>
          isQuorate(attendance)
            ? null
            : [
                '到会专家不足三分之二（至少 3 人），不能开始',
                'Fewer than two thirds of the experts (or fewer than 3) are present; the meeting cannot start',
              ],
        told: true,
      },
      done: ['会议已开始', 'The meeting has begun'],
    },
    finish: {
      label: ['结束评议', 'End'],
      from: [meetingStageCodes.underWay],
      to: meetingStageCodes.closing,
      by: office,
      ask: [
        '结束后评议结果写入纪要，由到会专家签字，确定结束？',
        'The results are written into the minutes, to be signed by those present. End the discussion?',
      ],
      done: [
        '评议结束，请填写纪要并签字',
        'Discussion ended: write the minutes and have them signed',
      ],
    },
    enrol: {
      label: ['登记当事人', 'Parties recorded'],
      from: [
        meetingStageCodes.toCome,
        meetingStageCodes.underWay,
        meetingStageCodes.closing,
        meetingStageCodes.signed,
      ],
      by: 'effect',
    },
    record: {
      label: ['写入评议结果', 'Results recorded'],
      from: [meetingStageCodes.closing],
      by: 'effect',
    },
    write: {
      label: ['填写纪要', 'Write the minutes'],
      from: [meetingStageCodes.underWay, meetingStageCodes.closing],
      by: office,
      form: {
        content: f.note(['会议纪要', 'Minutes']).required().max(10_000),
        absentWhy: f.text(['未签字情况说明', 'Explanation for missing signatures']).max(300),
      },
      set: (_row, { content, absentWhy }) => ({
        content: typeof content === 'string' ? content : null,
        absentWhy: typeof absentWhy === 'string' && absentWhy !== '' ? absentWhy : null,
      }),
      done: ['已保存', 'Saved'],
    },
    sign: {
      label: ['签字', 'Sign'],
      from: [meetingStageCodes.closing],
      by: experts,
      ask: [
        '确认评议结果与纪要属实并签字？',
        'Confirm that the results and minutes are true, and sign?',
      ],
      set: ({ attendance }, _input, { actor, now }) => ({
        attendance: withLine(
          attendance,
          ({ userId, present }) => userId === actor && present === '1',
          { signTime: now, signWay: signWayCodes.phone },
        ),
      }),
      done: ['已签字', 'Signed'],
    },
    signOnPaper: {
      label: ['登记纸质签字', 'Record paper signatures'],
      from: [meetingStageCodes.closing],
      by: office,
      form: chosen,
      faults: ({ attendance }, input) =>
        strangersFault(presentIn(attendance), input, [
          '所选专家没有到会',
          'A chosen expert was not present',
        ]),
      set: ({ attendance }, { expertIds }, { now }) => ({
        attendance: withLine(
          attendance,
          ({ expertId, present }) => isAmong(expertIds, expertId) && present === '1',
          { signTime: now, signWay: signWayCodes.paper },
        ),
      }),
      done: ['已登记', 'Recorded'],
    },
    seal: {
      label: ['纪要归档', 'File minutes'],
      from: [meetingStageCodes.closing],
      to: meetingStageCodes.signed,
      by: office,
      guard: {
        fields: ['attendance', 'absentWhy', 'content'],
        check: ({ attendance, absentWhy, content }) =>
          (content ?? '') === ''
            ? ['请先填写纪要', 'Write the minutes first']
            : unsignedFault(attendance, absentWhy),
        told: true,
      },
      done: ['纪要已归档', 'Minutes filed'],
    },
  },
  list: {
    columns: ['stage', 'title', 'setId', 'groupName', 'meetTime', 'place'],
    filters: ['title', 'setId', 'groupName', 'meetTime', 'stage'],
    sort: '-createTime',
  },
  form: [
    {
      key: 'meeting',
      title: ['会议', 'Meeting'],
      fields: ['title', 'setId', 'groupName', 'chairId', 'meetTime', 'place'],
    },
    {
      key: 'results',
      title: ['评议与签字', 'Results and signatures'],
      fields: ['attendance', 'lines', 'content', 'absentWhy'],
    },
  ],
  access: { read: anyScope(office, experts), write: office },
  views: {
    all: {
      label: ['会评纪要', 'Minutes'],
      code: 'rmeeting',
      path: '/review/meeting',
      note: [
        '会议评审、答辩评审在评审设置中【召开会评】后生成',
        'Created when “Call the meeting” is used in review settings',
      ],
      scope: office,
      icon: 'MessageOutlined',
      menu: ['review', 10],
      grants: { rd_admin: 'all', rd_project: 'all', rd_achieve: 'all' },
      rights: [{ code: 'rmeeting_parties', label: ['查看当事人', 'View the parties'], roles: [] }],
      actions: [
        'view',
        'mark',
        'start',
        'finish',
        'write',
        'signOnPaper',
        'seal',
        'export',
        'history',
      ],
    },
    mine: {
      label: ['我的会评', 'My meetings'],
      code: 'mymeeting',
      path: '/review/myMeeting',
      note: ['会上报到，会后签字', 'Check in at the meeting, sign afterwards'],
      scope: experts,
      columns: ['stage', 'title', 'groupName', 'meetTime', 'place'],
      icon: 'MessageOutlined',
      menu: ['review', 5],
      grants: { expert: ['view', 'checkIn', 'sign'] },
      actions: ['view', 'checkIn', 'sign'],
    },
  },
});

export type ReviewMinutes = Row<typeof reviewMinutes>;
