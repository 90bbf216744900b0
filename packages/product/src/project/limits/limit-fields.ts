import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { group } from '@keyan/kernel/definition/field/group.ts';
import { dictionary, entryOf } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { enableStatus, yesNo } from '../../shared/dictionaries.ts';
import { projectType } from '../program/project-types.ts';
import { projectSource } from '../program/sources.ts';

/** Role of a person that a sponsor limit counts: leader or member. */
export const limitRole = dictionary(
  'limitRole',
  ['限项角色', 'Role in limit'],
  [
    ['1', '主持', 'Leader'],
    ['2', '参与', 'Member'],
  ],
);

/** Ranks to which a limit applies. */
export const limitRanks = dictionary(
  'limitRanks',
  ['限项人员范围', 'People in limit'],
  [
    ['0', '全部人员', 'Everybody'],
    ['1', '高级职称', 'Senior ranks'],
    ['2', '非高级职称', 'Other ranks'],
  ],
);

/** Years whose projects a limit counts. */
export const limitWindow = dictionary(
  'limitWindow',
  ['曾承担年限', 'Years of past projects'],
  [
    ['0', '不限年度', 'Any year'],
    ['1', '上一年度立项', 'Approved last year'],
  ],
);

/** Severity of a limit: forbids or warns. */
export const limitLevel = dictionary(
  'limitLevel',
  ['限项级别', 'Limit level'],
  [
    ['1', '禁止', 'Prohibit'],
    ['2', '提示', 'Warn'],
  ],
);

/** True if the rule names a single source; only then project types can be chosen. */
const isOfOneSource = ({ resource }: RowLike): boolean =>
  !entryOf(projectSource, String(resource ?? ''))?.heading;

/** Rule of a sponsor on the number of applications and projects per person. */
export const sponsorLimit = face('sponsorLimit', ['限项规则', 'Sponsor limit'], {
  limitName: f.text(['规则名称', 'Rule']).requiredInDraft().max(100).searchable(),
  resource: f.dict(['项目来源', 'Source'], projectSource).branches().required(),
  planYear: f
    .year(['适用年度', 'Year'])
    .help(['不填为每年适用', 'Empty means every year'])
    .specimen(() => null),
  types: f
    .dicts(['申报类别', 'Types applied for'], projectType)
    .below('resource')
    .when(isOfOneSource)
    .help(['不填为全部类别', 'Empty means all types'])
    .specimen(() => null),
  parts: f.dicts(['申报角色', 'Role in the application'], limitRole).required(),
  ranks: f.dict(['人员范围', 'People'], limitRanks).required().initial('0'),
  ...group(['计入', 'Counts'], {
    applying: f.dicts(['申请中', 'applications as'], limitRole),
    holding: f.dicts(['承担中', 'active projects as'], limitRole),
    held: f.dicts(['曾承担', 'past projects as'], limitRole),
  }),
  heldWindow: f
    .dict(['曾承担年限', 'Years of past projects'], limitWindow)
    .required()
    .initial('0')
    .when(({ held }) => Array.isArray(held) && held.length > 0),
  countedTypes: f
    .dicts(['计入类别', 'Types counted'], projectType)
    .below('resource')
    .when(isOfOneSource)
    .help(['不填为该来源全部类别', 'Empty means all types of this source'])
    .specimen(() => null),
  sameType: f.dict(['仅计同类别', 'Only projects of the same type'], yesNo).required().initial('0'),
  endsFree: f
    .dict(
      ['申报当年结束的不计', 'Projects ending in the year of application are not counted'],
      yesNo,
    )
    .required()
    .initial('0'),
  joinedSince: f.year(['参与项目自何年起计', 'Memberships counted from year']).specimen(() => null),
  itself: f.dict(['本次申报计入', 'Count this application itself'], yesNo).required().initial('1'),
  most: f.integer(['限项数', 'Limit']).between(0, 99).required(),
  level: f.dict(['级别', 'Level'], limitLevel).required().initial('1'),
  document: f.text(['依据文件', 'Document']).max(200),
  documentDate: f.date(['文件日期', 'Document date']),
  status: f.dict(['状态', 'Status'], enableStatus).computed().initial('1'),
});
