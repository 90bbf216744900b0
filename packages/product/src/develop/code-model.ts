import { everyone, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import type { Format } from '@keyan/kernel/definition/field/format.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { datasource } from './datasource.ts';

const word = /^[a-z][a-z0-9]{1,30}$/;

/** Format of labels: only characters that are safe in generated code. */
const label: Format = {
  test: (value) => !/[\p{Cc}'"`\\]/u.test(value),
  message: ['不能有引号、反斜杠或换行', 'No quotes, backslashes or line breaks'],
};

/** 代码生成: table of a data source from which the definition of a kind of achievement is generated. */
export const codeModel = defineResource({
  key: 'codeModel',
  label: ['代码模型', 'Code model'],
  table: 'code_model',
  path: 'blade-develop/code',
  scarce: { records: 'few', because: 'it reads a table of a data source' },
  title: 'codeName',
  fields: {
    codeName: f
      .text(['模块名称', 'Name'])
      .requiredInDraft()
      .max(60)
      .format(label)
      .searchable()
      .specimen(({ serial }) => `模块${serial}`),
    codeNameEn: f
      .text(['英文名称', 'English name'])
      .max(60)
      .format({ ...label, example: 'Concert' }),
    datasourceId: f.ref(['数据源', 'Data source'], datasource).required(),
    tableName: f
      .text(['数据表名', 'Table'])
      .required()
      .max(130)
      .format({
        test: (value) => /^\w{1,63}(\.\w{1,63})?$/.test(value),
        message: [
          '表名格式不正确（字母、数字和下划线，可带模式名，如 public.lecture）',
          'Invalid table name; use for example lecture or public.lecture',
        ],
      })
      .specimen(({ serial }) => `table_${serial}`),
    tablePrefix: f.text(['表前缀', 'Prefix']).max(30),
    pkName: f.text(['主键名', 'Key']).max(63),
    packageName: f
      .text(['种类代号', 'Folder'])
      .required()
      .max(31)
      .format({
        test: (value) => word.test(value),
        message: [
          '小写字母开头的字母和数字',
          'Lower-case letters and digits, beginning with a letter',
        ],
        example: 'concert',
      })
      .specimen(({ serial }) => `kind${serial}`),
    serviceName: f.text(['所属服务', 'Service']).max(60),
    apiPath: f
      .text(['后端地址', 'Path'])
      .max(120)
      .format({
        test: (value) => /^[a-z][a-z0-9-]*(\/[a-z][a-z0-9-]*)*$/.test(value),
        message: [
          '小写字母、数字和连字符，以斜杠分段',
          'Lower-case letters, digits and hyphens, separated by slashes',
        ],
        example: 'kh-edu-research/concert',
      }),
    remark: f.text(['备注', 'Remark']).max(200),
  },
  views: {
    manage: {
      label: ['代码生成', 'Code generation'],
      code: 'codeModel',
      path: '/develop/code',
      note: [
        '读取数据表，生成本项目的成果定义文件（同 npm run new）',
        'Reads a table and generates the definition of a kind of achievement, as npm run new does',
      ],
      scope: everyone(),
      actions: ['add', 'edit', 'view', 'delete', 'history'],
      menu: ['develop', 2],
      icon: 'FileTextOutlined',
    },
  },
  list: {
    columns: ['codeName', 'datasourceId', 'tableName', 'packageName', 'remark'],
    filters: ['codeName', 'tableName', 'packageName'],
    sort: 'codeName',
  },
  form: [
    {
      key: 'code',
      title: ['代码生成', 'Code model'],
      fields: [
        'codeName',
        'codeNameEn',
        'datasourceId',
        'tableName',
        'tablePrefix',
        'pkName',
        'packageName',
        'serviceName',
        'apiPath',
        'remark',
      ],
    },
  ],
  access: { read: permission('codeModel'), write: permission('codeModel_edit') },
});
