import { f } from '@keyan/kernel/definition/field/field.ts';
import { yesNo } from '../../../shared/dictionaries.ts';
import { yuan } from '../../../shared/formats/yuan.ts';
import { dept, user } from '../../../shared/references/refs.ts';

/** Columns of the public list: title, leader, amount; without scores. */
export const proposedFields = {
  declareNum: f.text(['申报编号', 'Request no.']).max(40),
  programName: f.text(['项目名称', 'Project title']).max(200),
  programLeader: f.ref(['项目负责人', 'Leader'], user),
  departmentId: f.ref(['承担单位', 'Department'], dept),
  amount: yuan('拟立项经费', 'Proposed funds'),
};

/** Fields of a call about its public list. */
export const publicFields = {
  publicity: f
    .dict(['立项前公示', 'Public notice before approval'], yesNo)
    .required()
    .initial('0')
    .specimen(() => '0')
    .help([
      '公示期满、异议处理完毕后方可立项',
      'Projects can be approved only after the public notice and once objections are decided',
    ]),
  shownFrom: f.time(['公示开始', 'Public notice from']).computed(),
  shownUntil: f.time(['公示截止', 'Appeals until']).computed(),
  proposed: f.rows(['拟立项名单', 'Proposed projects'], proposedFields).computed(),
};
