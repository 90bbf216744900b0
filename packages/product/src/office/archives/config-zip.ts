import { everyone, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { enableStatus, yesNo } from '../../shared/dictionaries.ts';
import { zipKind } from './dictionaries.ts';
import { unknownPlacesIn } from './patterns.ts';

const offices = ['rd_admin', 'rd_project', 'rd_achieve', 'rd_fund'] as const;

const rule = (name: 'folderRule' | 'fileRule') => ({
  fields: [name] as const,
  check: (row: RowLike) => {
    const [unknown] = unknownPlacesIn(String(row[name] ?? ''));
    return unknown === undefined
      ? null
      : fill(['没有占位符 ${name}', 'There is no placeholder called {name}'], { name: unknown });
  },
});

const placesHelp = [
  '占位符：${deptName} ${leader} ${programNum} ${title} ${catalogName} ${fileName} ${seq}',
  'Placeholders: ${deptName} ${leader} ${programNum} ${title} ${catalogName} ${fileName} ${seq}',
] as const;

/** 打包下载配置: pattern for the folder and file names in an archive of many records’ files. */
export const configZip = defineResource({
  key: 'configZip',
  label: ['打包下载配置', 'Archive pattern'],
  words: { plural: ['打包下载配置', 'Archive patterns'] },
  table: 'config_zip',
  path: 'kh-edu-research/configZip',
  scarce: { records: 'few', because: 'an office has a pattern or two for each kind' },
  title: 'configName',
  fields: {
    configName: f
      .text(['配置名称', 'Name'])
      .required()
      .max(50)
      .unique((value) => value)
      .searchable(),
    bizKind: f.dict(['业务类型', 'Kind of record'], zipKind).required(),
    folderRule: f
      .text(['目录规则', 'Folder'])
      .required()
      .max(200)
      .initial('${deptName}/${leader}')
      .help(placesHelp)
      .specimen(() => '${deptName}/${leader}'),
    fileRule: f
      .text(['文件命名规则', 'File name'])
      .required()
      .max(200)
      .initial('${programNum}_${title}_${catalogName}')
      .help(placesHelp)
      .specimen(() => '${title}_${catalogName}'),
    catalogs: f
      .text(['包含的附件类别', 'Categories'])
      .max(300)
      .format({
        test: (value) => /^\w{1,10}(,\w{1,10})*$/.test(value),
        message: [
          '附件类别应为以逗号分隔的类别编码，如 01,02',
          'Category codes separated by commas, such as 01,02',
        ],
        example: '01,02',
      })
      .help(['不选打包全部附件', 'If empty, all files are packed'])
      .specimen(() => null),
    withForm: f
      .dict(['包含表单 PDF', 'Form as PDF'], yesNo)
      .required()
      .initial('0')
      .help([
        '每条记录另附一份表单及审批记录的 PDF',
        'Adds to each record a PDF of its form and approval records',
      ]),
    remark: f.text(['备注', 'Remark']).max(200),
    status: f.dict(['状态', 'Status'], enableStatus).required().initial('1'),
  },
  validators: [rule('folderRule'), rule('fileRule')],
  views: {
    manage: {
      label: ['打包下载配置', 'Archive patterns'],
      code: 'czip',
      path: '/office/configZip',
      note: [
        '按命名规则打包一批记录的附件：后台进行，分卷生成，完成后发消息',
        'Packs the attachments of many records by the naming rule: runs in the background, in volumes, with a message when finished',
      ],
      scope: everyone(),
      actions: ['add', 'edit', 'view', 'delete', 'history'],
      menu: ['office', 8],
      icon: 'DownloadOutlined',
      grants: {
        ...Object.fromEntries(offices.map((role) => [role, 'all' as const])),
        dept_secretary: ['view'],
      },
      rights: [
        {
          code: 'czip_pack',
          label: ['打包', 'Pack'],
          roles: [...offices, 'dept_secretary'],
        },
      ],
    },
  },
  list: {
    columns: ['configName', 'bizKind', 'folderRule', 'fileRule', 'withForm', 'status'],
    filters: ['configName', 'bizKind', 'status'],
    sort: 'configName',
  },
  form: [
    {
      key: 'zip',
      title: ['打包下载配置', 'Archive pattern'],
      fields: [
        'configName',
        'bizKind',
        'status',
        'withForm',
        'folderRule',
        'fileRule',
        'catalogs',
        'remark',
      ],
    },
  ],
  access: { read: permission('czip'), write: permission('czip_edit') },
});
