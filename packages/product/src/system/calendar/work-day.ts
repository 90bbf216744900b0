import { everyone, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { allActionsFor } from '../../shared/grants.ts';
import { dayKind } from './dictionaries.ts';

/**
 * 工作日历: holidays and worked weekend days. All other days follow the week: Monday to Friday are worked. Periods in work
 * days (公示 5 个工作日) are counted with this calendar.
 */
export const workDay = defineResource({
  key: 'workDay',
  label: ['工作日历', 'Work calendar'],
  words: {
    add: ['新增节假日', 'New special day'],
    edit: ['编辑节假日', 'Edit special day'],
  },
  table: 'work_day',
  path: 'kh-edu-research/workDay',
  title: 'note',
  // Schools import the list of a year again after a change, so rows are matched by day.
  identity: [['day']],
  // Days of one holiday share their title, so similar records are found by date only.
  likeness: ['day'],
  fields: {
    day: f
      .date(['日期', 'Day'])
      .requiredInDraft()
      .unique((value) => value)
      .specimen(({ serial }) => dayText(new Date(Date.UTC(2030, 0, 1 + serial)))),
    kind: f.dict(['日期类型', 'Day type'], dayKind).required(),
    note: f.text(['说明', 'Note']).required().max(60).searchable(),
  },
  views: {
    manage: {
      label: ['工作日历', 'Work calendar'],
      code: 'workDay',
      path: '/flow/calendar',
      note: [
        '周一至周五为工作日；这里登记节假日和调休上班日，公示等以工作日计的期限按此计算，可整年导入',
        'Monday to Friday are working days. Register holidays and make-up working days here; periods in working days, such as public notices, are computed from them. A whole year can be imported',
      ],
      scope: everyone(),
      actions: ['add', 'edit', 'view', 'delete', 'import', 'export', 'history'],
      menu: ['flow', 9],
      icon: 'CarryOutOutlined',
      grants: allActionsFor('admin', 'rd_admin'),
    },
  },
  list: {
    columns: ['day', 'kind', 'note'],
    filters: ['day', 'kind', 'note'],
    sort: 'day',
  },
  form: [{ key: 'day', title: ['日期', 'Day'], fields: ['day', 'kind', 'note'] }],
  access: { read: permission('workDay'), write: permission('workDay_edit') },
});
