import { permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { site } from './faces.ts';
import { collectingGrants, spiderGroup, spiderService } from './service.ts';

/** 采集主题: search terms for a site: institution, author, years (spec §7). */
export const spiderSubject = defineResource({
  key: 'spiderSubject',
  label: ['采集主题', 'Crawl subject'],
  words: { plural: ['采集主题', 'Crawl subjects'] },
  path: `${spiderService}/subject`,
  scarce: { records: 'few', because: 'a site is asked for one or two things' },
  title: 'subjectName',
  fields: {
    subjectName: f
      .text(['名称', 'Name'])
      .requiredInDraft()
      .max(50)
      .searchable()
      .specimen(({ serial }) => `本校合作成果 ${serial}`),
    siteId: f.ref(['站点', 'Site'], site).required().listed(['采集主题', 'Subjects']),
    keyword: f
      .text(['检索式', 'Query'])
      .required()
      .max(500)
      .help([
        '机构名、ROR、作者或 ${schoolName}；OAI-PMH 填集合名，* 为全部',
        'An institution, its ROR, an author or ${schoolName}; of OAI-PMH a set, * for all',
      ])
      .specimen(() => '${schoolName}'),
    yearFrom: f.year(['起始年', 'From']).specimen(() => 2020),
    yearTo: f.year(['截止年', 'To']).specimen(() => null),
  },
  validators: [
    {
      fields: ['yearFrom', 'yearTo'],
      check: ({ yearFrom, yearTo }) =>
        yearFrom !== null && yearTo !== null && yearTo < yearFrom
          ? ['【截止年】不能早于【起始年】', 'The end year must not be before the start year']
          : null,
    },
  ],
  views: {
    all: {
      label: ['采集主题', 'Subjects'],
      code: 'sp_sub',
      path: '/spider/subject',
      icon: 'FlagOutlined',
      note: ['站点按检索式采集', 'Sites collect by query'],
      scope: permission('sp_sub'),
      actions: ['add', 'edit', 'view', 'delete', 'history'],
      menu: [spiderGroup, 3],
      grants: collectingGrants,
    },
  },
  list: {
    columns: ['subjectName', 'siteId', 'keyword', 'yearFrom', 'yearTo'],
    filters: ['subjectName', 'siteId'],
    sort: '-createTime',
  },
  form: [
    {
      key: 'subject',
      title: ['主题', 'Subject'],
      fields: ['subjectName', 'siteId', 'keyword', 'yearFrom', 'yearTo'],
    },
  ],
  access: { read: permission('sp_sub'), write: permission('sp_sub_edit') },
});
