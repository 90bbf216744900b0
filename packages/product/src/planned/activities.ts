import { f, face } from '@keyan/kernel/definition/field.ts';
import type { Kind } from '@keyan/kernel/definition/process.ts';
import { activityLevel } from '../achievement/common/dictionaries.ts';
import {
  deptLeader,
  deptSecretary,
  international,
  onlyIf,
  rdAchieve,
  rdLeader,
  review,
} from '../shared/approval-steps.ts';
import { yesNo } from '../shared/dictionaries.ts';
import { dept } from '../shared/refs.ts';
import { activityType, awardGrade } from './activity-dictionaries.ts';
import { attachments, planned } from './planned.ts';

const prizeNotice = face('prizeNotice', ['评奖通知', 'Prize notice'], {
  needReview: f.dict(['是否校内评审', 'Review in the university'], yesNo).required(),
});

const activity = {
  activityType: f.dict(['活动类型', 'Activity type'], activityType).required(),
  activityLevel: f.dict(['活动级别', 'Activity level'], activityLevel).required(),
  fkDeptId: f.ref(['所属部门', 'Department'], dept).required(),
  startDate: f.date(['开始日期', 'Start']).required(),
  endDate: f.date(['结束日期', 'End']).required(),
  isForeign: f.dict(['是否涉外', 'Foreign-related'], yesNo).required(),
};

/** Academic activities, and declarations for prizes. */
export const plannedActivities: readonly Kind[] = [
  planned(
    17,
    'xshdjb',
    ['学术活动举办', 'Academic activity held'],
    {
      ...activity,
      foreignNum: f.integer(['境外人数', 'People from abroad']),
      budget: f.money(['经费预算', 'Budget']).required(),
      attachments: attachments('23*', '01', '99'),
    },
    [
      deptLeader,
      rdAchieve(['activityLevel']),
      onlyIf(international, "${isForeign == '1'}"),
      rdLeader,
    ],
  ),
  planned(
    18,
    'xshdcj',
    ['学术活动参加', 'Academic activity attended'],
    {
      ...activity,
      cost: f.money(['费用', 'Cost']),
      attachments: attachments('23*', '24', '99'),
    },
    [deptSecretary, rdAchieve(['activityLevel'])],
  ),
  planned(
    19,
    'pjsb',
    ['评奖申报', 'Prize declaration'],
    {
      noticeId: f.ref(['评奖通知', 'Prize notice'], prizeNotice).required(),
      fkDeptId: f.ref(['所属部门', 'Department'], dept).required(),
      applyGrade: f.dict(['申报等级', 'Grade applied for'], awardGrade).required(),
      deptRank: f.integer(['院系推荐排序', 'Department rank']),
      attachments: attachments('01*', '34', '17', '13', '14', '15', '20', '99'),
    },
    [
      deptSecretary,
      { ...deptLeader, tag: 'recommended' },
      rdAchieve([]),
      onlyIf(review, "${notice.needReview == '1'}"),
      rdLeader,
    ],
    { parents: { notice: 'noticeId' } },
  ),
];
