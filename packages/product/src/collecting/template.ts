import { permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { yesNo } from '../shared/dictionaries.ts';
import { pageType, spiderField, targetFields } from './dictionaries.ts';
import { site } from './faces.ts';
import { collectingGrants, spiderGroup, spiderService } from './service.ts';
import { pageTypeCodes } from './sources/codes.ts';

/**
 * Pattern of nested repetitions in a regular expression: such expressions may take exponential time
 * and are refused.
 */
const nestedRepetition = /[+*}][^()|]*\)[+*{]/;

const isExpression = (text: string): boolean => {
  try {
    new RegExp(text, 'u');
    return !nestedRepetition.test(text);
  } catch {
    return false;
  }
};

/** 解析模板: selectors for the pages of a site without a shipped source (spec §7). */
export const spiderTemplate = defineResource({
  key: 'spiderTemplate',
  label: ['解析模板', 'Parse template'],
  words: { plural: ['解析模板', 'Parse templates'] },
  path: `${spiderService}/template`,
  scarce: { records: 'few', because: 'few sites have no interface of their own' },
  title: 'templateName',
  fields: {
    templateName: f
      .text(['名称', 'Name'])
      .requiredInDraft()
      .max(50)
      .searchable()
      .specimen(({ serial }) => `成果列表页 ${serial}`),
    siteId: f.ref(['站点', 'Site'], site).required().listed(['解析模板', 'Parse templates']),
    pageType: f.dict(['页面类型', 'Page type'], pageType).required().initial(pageTypeCodes.list),
    listSelector: f
      .text(['列表选择器', 'List selector'])
      .required()
      .when(({ pageType: type }) => type === pageTypeCodes.list)
      .max(200)
      .help([
        'CSS（li.item）、XPath（//li）或 JSONPath（$.items[*]）',
        'CSS (li.item), XPath (//li) or JSONPath ($.items[*])',
      ])
      .specimen(() => 'li.item'),
    nextSelector: f
      .text(['下一页选择器', 'Next page'])
      .when(({ pageType: type }) => type === pageTypeCodes.list)
      .max(200)
      .help([
        '下一页链接；不填按站点的分页配置翻页',
        'The link to the next page; if empty, the paging of the site applies',
      ])
      .specimen(() => null),
    fields: f
      .rows(['字段映射', 'Fields'], {
        fieldName: f
          .dict(['目标字段', 'Field'], spiderField)
          .required()
          .specimen(({ serial }) => targetFields[serial % targetFields.length]),
        selector: f
          .text(['选择器', 'Selector'])
          .required()
          .max(300)
          .help(['以 = 开头为固定值', 'Text after = is used as a fixed value'])
          .specimen(() => '.title'),
        attr: f
          .text(['取值', 'Attribute'])
          .max(30)
          .format({
            test: (value) => /^[\w:-]+$/.test(value),
            message: ['取值为 text、html 或属性名', 'text, html or an attribute name'],
            example: 'text',
          })
          .specimen(() => 'text'),
        regex: f
          .text(['正则', 'Regex'])
          .max(200)
          .format({
            test: isExpression,
            message: [
              '正则表达式不正确或含嵌套重复',
              'Invalid regular expression, or one with nested repetition',
            ],
          })
          .help(['取第一个括号内的内容', 'The first group is used'])
          .specimen(() => null),
        isRequired: f.dict(['必填', 'Required'], yesNo).initial('0'),
      })
      .required()
      .max(30),
  },
  views: {
    all: {
      label: ['解析模板', 'Templates'],
      code: 'sp_tpl',
      path: '/spider/template',
      icon: 'FolderOutlined',
      note: ['在站点页面试采，核对每个字段', 'Try it on the page of a site and check every field'],
      scope: permission('sp_tpl'),
      actions: ['add', 'edit', 'view', 'delete', 'history'],
      menu: [spiderGroup, 4],
      grants: collectingGrants,
    },
  },
  list: {
    columns: ['templateName', 'siteId', 'pageType', 'listSelector', 'updateTime'],
    filters: ['templateName', 'siteId', 'pageType'],
    sort: '-createTime',
  },
  form: [
    {
      key: 'template',
      title: ['模板', 'Template'],
      fields: ['templateName', 'siteId', 'pageType', 'listSelector', 'nextSelector'],
    },
    { key: 'fields', title: ['字段映射', 'Fields'], fields: ['fields'] },
  ],
  access: { read: permission('sp_tpl'), write: permission('sp_tpl_edit') },
});
