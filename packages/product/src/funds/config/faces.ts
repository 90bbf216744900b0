import { f, face } from '@keyan/kernel/definition/field/field.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { budgetItem } from '../../project/budget/budget-items.ts';
import { fundMode, programKind } from '../../project/common/dictionaries.ts';
import { contractType } from '../../project/contracts/contract-dictionaries.ts';
import { projectSource } from '../../project/program/sources.ts';
import { enableStatus, yesNo } from '../../shared/dictionaries.ts';
import { yuan } from '../../shared/formats/yuan.ts';

const ofContracts = ({ programKind: kind }: RowLike): boolean => kind === 'horizontal';

/** Fields of the applicable configuration that bookings read. */
export const fundsConfigFace = face('fundsConfig', ['经费配置', 'Funds configuration'], {
  configName: f.text(['配置名称', 'Name']).requiredInDraft().max(50).unique().searchable(),
  programKind: f
    .dict(['项目性质', 'Project kind'], programKind)
    .required()
    .specimen((draw) => draw.pick(['vertical', 'school', 'cultural'] as const)),
  resource: f
    .dict(['项目来源', 'Source'], projectSource)
    .branches()
    .help(['空为全部', 'Empty means all']),
  contractType: f
    .dict(['合同类型', 'Contract type'], contractType)
    .branches()
    .when(ofContracts)
    .help(['空为全部', 'Empty means all']),
  fundMode: f.dict(['经费方式', 'Funding mode'], fundMode).help(['空为全部', 'Empty means all']),
  manageRate: f
    .percent(['管理费比例', 'Overhead'])
    .required()
    .help([
      '横向按到账扣除税金、外拨、设备款后计提；其他项目为间接费用中的比例',
      'Contract projects: share of funds received less tax, transfers and equipment; other projects: share of indirect costs',
    ]),
  manageSteps: f
    .rows(['分段比例（按批准经费）', 'Bands by approved funds'], {
      upTo: yuan('不超过', 'Up to').help(['末段不填', 'Empty in the last band']),
      rate: f.percent(['管理费比例', 'Overhead']).required(),
    })
    .specimen(() => []),
  indirectRate: f.percent(['间接费用上限', 'Indirect cost cap']),
  performanceRate: f.percent(['绩效上限', 'Performance pay cap']),
  collegeRate: f.percent(['院系分成（占管理费）', 'College’s share of the overhead']),
  taxRate: f
    .decimal(['增值税税率（如 0.06）', 'VAT rate (such as 0.06)'], 4)
    .between(0, 1)
    .help(['空为系统参数', 'Empty: the system parameter']),
  startDate: f.date(['生效日期', 'Effective from']).required(),
  endDate: f.date(['停用日期', 'Disabled from']).computed(),
  items: f
    .rows(['科目要求', 'Budget items'], {
      itemCode: f.dict(['科目', 'Item'], budgetItem).branches().required(),
      isRequired: f.dict(['是否必填', 'Required'], yesNo).required().initial('0'),
      maxRate: f.percent(['占比上限', 'Maximum share']),
    })
    .specimen(() => []),
  status: f.dict(['状态', 'Status'], enableStatus).computed().initial('0'),
});
