import { everyone, permission } from '@keyan/kernel/access/scope.ts';
import type { DecimalText } from '@keyan/kernel/definition/field/field.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { atMost } from '@keyan/kernel/values/amounts.ts';
import { readerActions } from '../../shared/grants.ts';
import { fundsConfigFace } from './faces.ts';

interface Band {
  readonly upTo: DecimalText | null;
}

/** Fault of overhead bands: limits must rise, and only the last band is unlimited. */
const bandsFault = (bands: readonly Band[] | null) => {
  const ends = (bands ?? []).map(({ upTo }) => upTo ?? null);
  const wrong = ends.findIndex((upTo, index) => {
    const before = index === 0 ? '0.00' : ends[index - 1];
    return before === null || (upTo !== null && atMost(upTo, before));
  });
  return wrong < 0
    ? null
    : [
        {
          path: `manageSteps.${wrong}.upTo`,
          message: [
            '分段应由小到大，只有末段可不填上限',
            'Bands must rise; only the last may have no upper limit',
          ] as const,
        },
      ];
};

/**
 * 经费配置: rates and limits for funds by source or contract type, effective from a day (spec §4).
 * Enabling one ends the previous configuration with identical conditions on the day before.
 */
export const fundsConfig = defineResource({
  key: 'fundsConfig',
  label: fundsConfigFace.label,
  words: { plural: ['经费配置', 'Funds configurations'] },
  path: 'kh-edu-research/fundsConfig',
  scarce: { records: 'few', because: 'a university has a handful of rates' },
  title: 'configName',
  fields: {
    ...fundsConfigFace.fields,
    remarks: f.note(['依据', 'Basis']).max(500),
  },
  states: { field: 'status', initial: '0', editable: ['0'] },
  actions: {
    enable: {
      label: ['启用', 'Enable'],
      from: ['0'],
      to: '1',
      ask: [
        '启用后，同一条件原有的配置到生效日前一天停用；已提交的入账按提交时的比例办理。确定启用？',
        'The earlier configuration of the same scope ends the day before this one takes effect; bookings already submitted keep their rates. Enable it?',
      ],
      done: ['已启用', 'Enabled'],
    },
    disable: {
      label: ['停用', 'Disable'],
      from: ['1'],
      to: '0',
      ask: [
        '停用后，同一条件的上一配置继续有效；已提交的入账不变。确定停用？',
        'The previous configuration of the same scope applies again; bookings already submitted are not affected. Disable it?',
      ],
      done: ['已停用', 'Disabled'],
      danger: true,
    },
  },
  validators: [
    { fields: ['manageSteps'], check: ({ manageSteps }) => bandsFault(manageSteps) },
    {
      fields: ['programKind'],
      check: ({ programKind }) =>
        programKind === 'surplus'
          ? [
              '结余账户没有到账，不需要配置',
              'Surplus accounts receive no funds and need no configuration',
            ]
          : null,
    },
  ],
  list: {
    columns: [
      'configName',
      'programKind',
      'resource',
      'contractType',
      'manageRate',
      'indirectRate',
      'performanceRate',
      'startDate',
      'endDate',
      'status',
    ],
    filters: ['configName', 'programKind', 'resource', 'status'],
    sort: '-startDate',
  },
  form: [
    {
      key: 'conditions',
      title: ['适用范围', 'Scope'],
      fields: ['configName', 'programKind', 'resource', 'contractType', 'fundMode', 'startDate'],
      shown: ['endDate'],
    },
    {
      key: 'rates',
      title: ['比例', 'Rates'],
      fields: [
        'manageRate',
        'indirectRate',
        'performanceRate',
        'collegeRate',
        'taxRate',
        'manageSteps',
      ],
    },
    { key: 'items', title: ['科目', 'Budget items'], fields: ['items', 'remarks'] },
  ],
  // Everyone may reference a configuration, since every booking shows the one that applies.
  access: { read: permission('fconfig'), write: permission('fconfig_edit'), choose: everyone() },
  views: {
    all: {
      label: ['经费配置', 'Funds configuration'],
      code: 'fconfig',
      path: '/funds/fundsConfig',
      icon: 'SettingOutlined',
      scope: permission('fconfig'),
      menu: ['funds', 10],
      grants: { rd_admin: 'all', rd_fund: 'all', finance: readerActions },
      actions: ['add', 'edit', 'view', 'delete', 'enable', 'disable', 'export', 'history'],
    },
  },
});
