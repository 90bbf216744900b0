import { everyone, everyScope, permission, withCode } from '@keyan/kernel/access/scope.ts';
import { f, type RowOf } from '@keyan/kernel/definition/field/field.ts';
import { recordNamedBy } from '@keyan/kernel/definition/life/fact.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { atMost } from '@keyan/kernel/values/amounts.ts';
import { readDecimal } from '@keyan/kernel/values/decimal.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import { schoolSign } from '../achievement/common/dictionaries.ts';
import { enableStatus, yesNo } from '../shared/dictionaries.ts';
import { yuan } from '../shared/formats/yuan.ts';
import { allActionsFor } from '../shared/grants.ts';
import { releaseCodes } from '../shared/mechanisms/releasing.ts';
import { noRepeatedValue } from '../shared/mechanisms/rules.ts';
import { allotMode, scoreObject, scoreOperator, scoreUnit } from './dictionaries.ts';
import { scoreProject as rule, scoreNorm, teamTemplate } from './faces.ts';
import { askedField, indexFields, scoredKinds, scoreField } from './objects.ts';

const score = (label: Label) => f.decimal(label, 2).between(0, 999_999);

const conditionFields = {
  field: f.dict(['字段', 'Field'], scoreField).required(),
  operator: f.dict(['比较', 'Comparison'], scoreOperator).required().initial('eq'),
  value: f.text(['值', 'Value']).required().max(200),
};

type ConditionLine = Partial<RowOf<typeof conditionFields>>;

/** Fault of a condition on a kind of output. */
export const conditionFault = (
  object: string,
  { field, operator, value }: ConditionLine,
): { readonly at: 'field' | 'value'; readonly message: Label } | null => {
  const asked = askedField(field ?? null);
  if (!asked || asked.object !== object) {
    return {
      at: 'field',
      message: ['请选择该计分对象的字段', 'Choose a field of this output type'],
    };
  }
  const { dictionary } = asked.spec;
  const values = (value ?? '').split(',').map((one) => one.trim());
  const several = operator !== 'in' && values.length > 1;
  const wrong = values.find((one) => (dictionary ? !entryOf(dictionary, one) : !readDecimal(one)));
  if (wrong === undefined && !several) return null;
  const known = (side: 0 | 1): string =>
    dictionary?.entries.map(({ code, label }) => `${code} ${label[side]}`).join(', ') ?? '';
  const message: Label = dictionary
    ? [`请填写代码：${known(0)}`, `Enter a code: ${known(1)}`]
    : ['请填写数字', 'Enter a number'];
  return {
    at: 'value',
    message:
      several && wrong === undefined ? ['请改用「属于其中之一」', 'Use “is one of”'] : message,
  };
};

const price = yuan('奖励单价', 'Reward price').between(0, 99_999_999).required();

const paysByIndexText: Label = [
  '按政策，奖励不得与论文收录、分区、影响因子或被引次数挂钩，此类规则单价应为 0',
  'By policy, rewards must not be tied to indexing, quartiles, impact factors or citations; the price of such rules must be 0',
];

/**
 * Fault of a price: rules that depend on indexing, rankings or citations may not pay rewards
 * (R-607).
 */
export const priceFault = (
  conditions: readonly ConditionLine[] | null,
  rewardPrice: string | null,
): Label | null =>
  !atMost(rewardPrice ?? '0', '0') &&
  (conditions ?? []).some(({ field }) => indexFields.has(field ?? ''))
    ? paysByIndexText
    : null;

/** Guard: rules may change until their norm is in use. */
const notReleased = {
  fields: ['normId'] as const,
  check: (
    _row: unknown,
    { facts }: { readonly facts: { readonly norm: { status: unknown } | null } },
  ) =>
    facts.norm?.status === releaseCodes.published
      ? (['计分标准已发布，请先撤回', 'The norm is released; withdraw it first'] as const)
      : null,
};

/** 计分规则: worth of a kind of output, and its division among people. */
export const scoreProject = defineResource({
  key: 'scoreProject',
  label: rule.label,
  words: { plural: ['计分规则', 'Scoring rules'] },
  path: 'kh-edu-research/scoreProject',
  title: 'itemName',
  fields: {
    normId: f.ref(['计分标准', 'Norm'], scoreNorm).required().listed(['计分规则', 'Rules']),
    itemCode: f
      .text(['规则编码', 'Code'])
      .required()
      .max(30)
      .unique((code) => code.trim().toUpperCase(), 'normId')
      .searchable(),
    itemName: f.text(['规则名称', 'Rule']).requiredInDraft().max(100).searchable(),
    scoreObject: f.dict(['计分对象', 'Output'], scoreObject).required(),
    conditions: f.rows(['匹配条件', 'Conditions'], conditionFields).specimen(() => []),
    scoreUnit: f.dict(['计分单位', 'Unit'], scoreUnit).required().initial('1'),
    baseScore: score(['基础分', 'Base score']).required(),
    minScore: score(['保底分', 'Floor']),
    maxScore: score(['封顶分', 'Cap']),
    unitCoef: f
      .rows(['单位署名系数', 'Affiliation coefficients'], {
        schoolSign: f.dict(['学校署名顺序', 'University’s position'], schoolSign).required(),
        coef: f.decimal(['系数', 'Coefficient'], 2).between(0, 10).required(),
      })
      .required()
      .specimen(() => [{ schoolSign: '1', coef: '1.00' }]),
    allotMode: f.dict(['分配方式', 'Allocation'], allotMode).required().initial('1'),
    templateId: f
      .ref(['分配系数模板', 'Coefficient template'], teamTemplate)
      .among(everyScope(withCode('status', '1'), withCode('templateKind', '1')))
      .when(({ allotMode: mode }) => mode === '2')
      .help(['不填按默认系数表', 'If empty, the default coefficients apply']),
    normalised: f
      .dict(['归一', 'Normalise'], yesNo)
      .required()
      .when(({ allotMode: mode }) => mode === '3')
      .initial('0')
      .help([
        '是：按各名次权重补足至成果总分；否：第一名 1/2、第二名 1/4，依次减半，余下不分配',
        'Yes: weights of the ranks are scaled to the full score. No: first 1/2, second 1/4, halved each time; the rest is not allocated',
      ]),
    corrAsFirst: f
      .dict(['通讯作者与第一作者同权', 'Corresponding authors count like first authors'], yesNo)
      .required()
      .when(({ allotMode: mode }) => ['2', '3', '4', '6'].includes(String(mode)))
      .initial('0')
      .help([
        '是：通讯作者的权重提高到第一作者的权重，再按合计折算',
        'Yes: corresponding authors get the weight of the first author, then all are scaled by the total',
      ]),
    onlySchool: f
      .dict(['仅在本校作者间分配', 'Allocate only among our authors'], yesNo)
      .required()
      .initial('1'),
    rewardPrice: price
      .initial('0.00')
      .help(['元/项（按计分单位）；默认不奖励', 'Yuan per unit; no reward by default']),
    priority: f.integer(['优先级', 'Priority']).between(1, 9999).required().initial(100),
    exclusive: f.text(['互斥组', 'Exclusive group']).max(30),
    status: f.dict(['状态', 'Status'], enableStatus).computed().initial('0'),
  },
  facts: { norm: recordNamedBy('normId', scoreNorm) },
  list: {
    columns: [
      'status',
      'itemName',
      'itemCode',
      'scoreObject',
      'baseScore',
      'scoreUnit',
      'allotMode',
      'priority',
      'normId',
    ],
    filters: ['normId', 'scoreObject', 'itemName', 'allotMode', 'status'],
    sort: 'priority',
  },
  form: [
    {
      key: 'rule',
      title: ['规则', 'Rule'],
      fields: ['normId', 'itemCode', 'itemName', 'scoreObject', 'priority', 'exclusive'],
    },
    {
      key: 'conditions',
      title: ['匹配条件', 'Conditions'],
      note: [
        '全部满足才命中；不填则该对象一律命中。优先级小者先，互斥组内取最高分',
        'All must be met to match; if empty, every output of the type matches. The smaller priority comes first; within an exclusive group the highest score is taken',
      ],
      fields: ['conditions'],
    },
    {
      key: 'worth',
      title: ['分值', 'Points'],
      fields: ['scoreUnit', 'baseScore', 'minScore', 'maxScore', 'rewardPrice', 'unitCoef'],
    },
    {
      key: 'shares',
      title: ['分配', 'Allocation'],
      fields: ['allotMode', 'templateId', 'normalised', 'corrAsFirst', 'onlySchool'],
    },
  ],
  validators: [
    notReleased,
    {
      fields: ['conditions', 'scoreObject'],
      check: ({ conditions, scoreObject: object }) =>
        (conditions ?? []).flatMap((line, index) => {
          const fault = conditionFault(object ?? '', line);
          return fault ? [{ path: `conditions.${index}.${fault.at}`, message: fault.message }] : [];
        }),
    },
    noRepeatedValue('unitCoef', 'schoolSign', [
      '该署名顺序已有系数',
      'This position already has a coefficient',
    ]),
    {
      fields: ['rewardPrice', 'conditions'],
      check: ({ rewardPrice, conditions }) => priceFault(conditions, rewardPrice),
    },
    {
      fields: ['maxScore', 'minScore'],
      check: ({ minScore, maxScore }) =>
        minScore !== null && maxScore !== null && !atMost(minScore, maxScore)
          ? ['【封顶分】不能小于保底分', 'The cap must not be below the floor']
          : null,
    },
    {
      fields: ['scoreUnit', 'scoreObject'],
      check: ({ scoreUnit: unit, scoreObject: object }) => {
        const kind = scoredKinds[object ?? ''];
        const isThere = unit === '2' ? kind?.yuan : unit === '3' ? kind?.words : true;
        return kind && !isThere
          ? fill(['【{kind}】不能按此单位计分', '{kind} cannot be scored in this unit'], {
              kind: kind.resource.label,
            })
          : null;
      },
    },
  ],
  // An enabled rule must be disabled before it is changed.
  states: { field: 'status', initial: '0', editable: ['0'] },
  actions: {
    enable: {
      label: ['启用', 'Enable'],
      from: ['0'],
      to: '1',
      at: 'selection',
      guard: notReleased,
      call: 'release',
    },
    disable: {
      label: ['停用', 'Disable'],
      from: ['1'],
      to: '0',
      at: 'selection',
      guard: notReleased,
      call: 'recall',
    },
    // Prices may be changed while the norm is in use, since scores do not depend on them.
    reprice: {
      label: ['调整奖励单价', 'Adjust reward price'],
      from: ['0', '1'],
      form: { rewardPrice: price, reason: f.reason(['调整原因', 'Reason']).max(300) },
      faults: ({ conditions }, { rewardPrice }) => {
        const message = priceFault(conditions, rewardPrice ?? null);
        return message ? [{ path: 'rewardPrice', message }] : [];
      },
      done: [
        '已调整，未提交的奖励批次重新生成后按新单价计算',
        'Adjusted; reward batches not yet submitted use the new price once generated again',
      ],
    },
  },
  access: { read: everyone(), write: permission('sitem_edit') },
  views: {
    all: {
      label: ['计分规则', 'Scoring rules'],
      code: 'sitem',
      path: '/score/project',
      icon: 'ControlOutlined',
      scope: everyone(),
      menu: ['scoreRules', 2],
      grants: allActionsFor('rd_admin', 'rd_achieve'),
      actions: [
        'add',
        'edit',
        'view',
        'delete',
        'enable',
        'disable',
        'reprice',
        'import',
        'export',
        'history',
      ],
    },
  },
  specimen: () => ({ scoreUnit: '1', minScore: null, maxScore: null, templateId: null }),
});
