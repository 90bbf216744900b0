import { permission } from '@keyan/kernel/access/scope.ts';
import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { enableStatus } from '../shared/dictionaries.ts';
import { user } from '../shared/references/refs.ts';
import { reviewStage, reviewStageCodes } from './dictionaries.ts';

/** Fields of an expert that other resources of reviews read. */
export const expert = face('expert', ['评审专家', 'Expert'], {
  name: f.text(['姓名', 'Name']).requiredInDraft().max(30).personName().searchable('names'),
  unit: f.text(['工作单位', 'Unit']).required().max(100).searchable(),
  userId: f
    .ref(['账号', 'Account'], user)
    // Only expert administrators see the account of an external expert.
    .among(permission('rexpert'))
    .help([
      '校外专家不填：自动建立不带密码的账号，凭邀请链接和验证码评审',
      'Leave empty for external experts: an account without a password is created, and they review by invitation link and code',
    ]),
  status: f.dict(['状态', 'Status'], enableStatus).computed().initial('1'),
});
export const reviewSet = face('pssz', ['专家评审', 'Review'], {
  setName: f.text(['评审名称', 'Name']).requiredInDraft().max(100).searchable(),
  status: f.dict(['阶段', 'Stage'], reviewStage).computed().initial(reviewStageCodes.draft),
});
export const reviewTemplate = face('reviewTemplate', ['评分表', 'Score sheet'], {
  templateName: f.text(['名称', 'Name']).requiredInDraft().max(100).searchable(),
});
export const reviewItem = face('reviewItem', ['评审对象', 'Reviewed record']);
export const reviewAvoidance = face('reviewAvoidance', ['不宜评审的专家', 'Excluded expert']);
export const reviewMinutes = face('reviewMinutes', ['会评纪要', 'Meeting minutes']);
export const reviewFee = face('reviewFee', ['评审费', 'Review fee']);
export const reviewObjection = face('reviewObjection', ['评审异议', 'Objection to a review']);
export const reviewInvitation = face('reviewInvitation', [
  '校外专家邀请',
  'External expert invitation',
]);
export const reviewTask = face('reviewTask', ['评审任务', 'Review task']);

/** Message type of reviews (评审任务提醒). */
export const reviewMessage = '12';

/** Background job that sends letters to external experts. */
export const letterJob = { name: 'write-to-expert' };
