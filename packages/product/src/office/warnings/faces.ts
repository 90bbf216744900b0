import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { enableStatus } from '../../shared/dictionaries.ts';
import { warnLevel, warnTarget } from './dictionaries.ts';

/** Fields of a rule that its warnings read. */
export const earlyWarning = face('earlyWarning', ['预警规则', 'Early-warning rule'], {
  warnName: f.text(['规则名称', 'Name']).requiredInDraft().max(50).unique().searchable(),
  warnNameEn: f
    .text(['英文名称', 'English name'])
    .max(100)
    .searchable()
    .help(['英文界面显示的规则名称', 'Rule name for the English interface']),
  warnTarget: f.dict(['预警对象', 'Warning subject'], warnTarget).required(),
  levelColor: f.dict(['级别', 'Level'], warnLevel).required().initial('1'),
  template: f.note(['消息模板', 'Message']).required().max(500),
  templateEn: f.note(['消息模板（英文）', 'Message in English']).max(500),
  status: f.dict(['状态', 'Status'], enableStatus).computed().initial('0'),
});
