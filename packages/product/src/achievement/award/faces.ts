import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { releaseStatus } from '../../project/common/dictionaries.ts';
import { yesNo } from '../../shared/dictionaries.ts';
import { awardLevel } from '../common/dictionaries.ts';
import { awardType } from './dictionaries.ts';

/** Fields of a prize notice that its declarations show. */
export const prizeNotice = face('prizeNotice', ['评奖通知', 'Prize notice'], {
  noticeName: f.text(['通知名称', 'Title']).requiredInDraft().max(100).searchable(),
  awardName: f.text(['奖励名称', 'Award']).required().max(100).searchable(),
  awardType: f.dict(['奖励种类', 'Type'], awardType).required(),
  awardLevel: f.dict(['级别', 'Level'], awardLevel).required(),
  awardUnit: f.text(['授奖单位', 'Authority']).required().max(100),
  year: f.year(['年度', 'Year']).required(),
  startTime: f.time(['申报开始', 'Start']).required(),
  endTime: f.deadline(['申报截止', 'Deadline']).required(),
  quota: f.integer(['推荐限额', 'Quota']).between(1, 9999),
  deptQuota: f.integer(['院系限额', 'Per college']).between(1, 9999),
  personLimit: f.integer(['第一完成人限报', 'Per person']).required().between(1, 99).initial(1),
  needReview: f.dict(['是否校内评审', 'Review'], yesNo).required().initial('0'),
  status: f.dict(['状态', 'Status'], releaseStatus).computed().initial('0'),
});

/** Fields with which other records name a declaration and the resulting award. */
export const prizeDeclaration = face('prizeDeclaration', ['评奖申报', 'Prize application']);
export const awardedFace = face('achievementAwd', ['成果获奖', 'Award']);
