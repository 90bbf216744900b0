import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';

/** Values of project and call that a contract contains, formatted. */
export interface NamedValues {
  readonly programName: string | null;
  readonly programNum: string | null;
  readonly approvalNum: string | null;
  readonly source: string | null;
  readonly leader: string | null;
  readonly department: string | null;
  readonly funds: string | null;
  readonly startDate: string | null;
  readonly endDate: string | null;
}

/** Placeholders of templates (in Chinese) with their values. */
const places: Readonly<Record<string, (named: NamedValues) => string | null>> = {
  项目名称: ({ programName }) => programName,
  项目编号: ({ programNum }) => programNum,
  批准号: ({ approvalNum }) => approvalNum,
  项目来源: ({ source }) => source,
  负责人: ({ leader }) => leader,
  承担单位: ({ department }) => department,
  批准经费: ({ funds }) => funds && groupDigits(funds),
  起始日期: ({ startDate }) => startDate,
  结束日期: ({ endDate }) => endDate,
};

/** Placeholders as written in templates. */
export const textPlaceholders: readonly string[] = Object.keys(places).map((name) => `{${name}}`);

const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** Contract text from a template; missing values become blank lines to fill in. */
export const taskText = (template: string, named: NamedValues): string =>
  template.replace(/\{([^{}<>]{1,12})\}/g, (whole, name: string) => {
    const value = places[name];
    return value ? escaped(value(named) || '＿＿＿＿') : whole;
  });

/** Default template of a call for proposals. */
export const initialContractTemplate = [
  '<h2>项目任务书</h2>',
  '<p>项目名称：{项目名称}</p><p>项目编号：{项目编号}　批准号：{批准号}</p>',
  '<p>项目来源：{项目来源}　承担单位：{承担单位}　负责人：{负责人}</p>',
  '<p>一、研究期限自 {起始日期} 至 {结束日期}，批准经费 {批准经费} 元。</p>',
  '<p>二、负责人按申报书确定的研究内容、目标和预期成果组织实施，按规定使用经费，按时提交检查报告并办理结题。</p>',
  '<p>三、成果发表、获奖和转化时标注本项目批准号；研究活动遵守科研诚信与科技伦理要求。</p>',
  '<p>四、承担单位提供研究条件，监督项目执行；科研处负责项目管理与经费核定。</p>',
  '<p>负责人（签字）：　　　　　承担单位（盖章）：　　　　　科研处（盖章）：</p>',
].join('');
