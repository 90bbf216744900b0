import type { FactKind } from '@keyan/kernel/definition/life/facts.ts';
import type { FactRow } from '@keyan/kernel/wire/routes.ts';
import {
  type Criteria,
  type Criterion,
  type Operand,
  readCriteria,
  writeCriteria,
} from '@keyan/kernel/workflow/chain/criteria.ts';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { useLabel } from '../../i18n/language.ts';
import { factByName, operatorLabels, type Vocabulary } from './words.ts';

type Op = Criterion['op'];

const emptiness: readonly Op[] = ['empty', 'filled'];

/** Comparisons by type of value. */
const operatorsOf: Readonly<Record<string, readonly Op[]>> = {
  number: ['ge', 'gt', 'le', 'lt', 'eq', 'ne'],
  date: ['ge', 'gt', 'le', 'lt', 'eq', 'ne'],
  code: ['eq', 'ne', 'in'],
  text: ['eq', 'ne', 'has', 'lacks'],
  boolean: ['yes', 'no'],
  list: ['has', 'lacks'],
} satisfies Readonly<Partial<Record<FactKind, readonly Op[]>>>;

const offeredComparisons = (fact: FactRow | undefined): readonly Op[] => [
  ...(operatorsOf[fact?.type ?? ''] ?? ['eq', 'ne']),
  ...(fact?.nullable ? emptiness : []),
];

/**
 * Returns the criterion with another comparison; the value is unchanged if both comparisons have
 * one.
 */
const withOp = (line: Criterion, op: Op): Criterion => {
  const { fact } = line;
  const text =
    'value' in line
      ? line.value.text
      : 'values' in line
        ? (line.values[0] ?? '')
        : 'text' in line
          ? line.text
          : '';
  switch (op) {
    case 'in':
      return { op, fact, values: text === '' ? [] : [text] };
    case 'has':
    case 'lacks':
      return { op, fact, text };
    case 'empty':
    case 'filled':
    case 'yes':
    case 'no':
      return { op, fact };
    default:
      return { op, fact, value: 'value' in line ? line.value : { is: 'text', text } };
  }
};

/** Returns a new criterion about a fact. */
const newCriterion = (fact: FactRow): Criterion => {
  const [op = 'eq'] = offeredComparisons(fact);
  const is: Operand['is'] = fact.type === 'number' ? 'number' : 'text';
  const begun: Criterion = {
    op: 'eq',
    fact: fact.name,
    value: { is, text: is === 'number' ? '0' : '' },
  };
  return withOp(begun, op);
};

interface ValueProps {
  readonly words: Vocabulary;
  readonly line: Criterion;
  readonly name: string;
  readonly onChange: (line: Criterion) => void;
}

/** Renders the right side of a number comparison: a number, or a parameter of the university. */
const Amount = ({ words, line, name, onChange }: ValueProps) => {
  const label = useLabel();
  if (!('value' in line)) return null;
  const { value } = line;
  const others = words.facts.filter(
    ({ type, name: other }) => type === 'number' && other !== line.fact,
  );
  return (
    <>
      <Select
        className="ky-chain-operand"
        value={value.is === 'fact' ? value.text : ''}
        aria-label={label([`${name}：比较对象`, `${name}: compared with`])}
        options={[
          { value: '', label: label(['数值', 'A number']) },
          ...others.map((fact) => ({ value: fact.name, label: fact.label })),
        ]}
        onChange={(text: string) =>
          onChange({
            ...line,
            value: text === '' ? { is: 'number', text: '0' } : { is: 'fact', text },
          })
        }
      />
      {value.is !== 'fact' && (
        <Input
          className="ky-chain-value"
          value={value.text}
          inputMode="decimal"
          status={/^-?\d+(\.\d+)?$/.test(value.text) ? '' : 'error'}
          aria-label={label([`${name}：数值`, `${name}: number`])}
          onChange={({ target }) =>
            onChange({ ...line, value: { is: 'number', text: target.value.trim() } })
          }
        />
      )}
    </>
  );
};

/** Renders the right side of a criterion: the value with which its fact is compared. */
const Value = (props: ValueProps) => {
  const { words, line, name, onChange } = props;
  const label = useLabel();
  const fact = factByName(words, line.fact);
  const said = label([`${name}：取值`, `${name}: value`]);
  const options = fact?.options ?? [];
  if ('values' in line) {
    return (
      <Select
        className="ky-chain-value"
        mode={options.length > 0 ? 'multiple' : 'tags'}
        value={[...line.values]}
        options={[...options]}
        optionFilterProp="label"
        aria-label={said}
        onChange={(values: string[]) => onChange({ ...line, values })}
      />
    );
  }
  if ('value' in line && fact?.type === 'number') return <Amount {...props} />;
  const text = 'value' in line ? line.value.text : 'text' in line ? line.text : undefined;
  if (text === undefined) return null;
  const change = (typed: string) =>
    onChange(
      'value' in line ? { ...line, value: { is: 'text', text: typed } } : withText(line, typed),
    );
  return options.length > 0 ? (
    <Select
      className="ky-chain-value"
      showSearch
      value={text || null}
      options={[...options]}
      optionFilterProp="label"
      aria-label={said}
      onChange={(typed: string) => change(typed)}
    />
  ) : (
    <Input
      className="ky-chain-value"
      value={text}
      placeholder={fact?.type === 'date' ? '2026-12-31' : ''}
      aria-label={said}
      onChange={({ target }) => change(target.value)}
    />
  );
};

const withText = (line: Criterion, text: string): Criterion =>
  line.op === 'has' || line.op === 'lacks' ? { ...line, text } : line;

interface LineProps {
  readonly words: Vocabulary;
  readonly line: Criterion;
  readonly onChange: (line: Criterion) => void;
  readonly onRemove: () => void;
}

const CriterionLine = ({ words, line, onChange, onRemove }: LineProps) => {
  const label = useLabel();
  const fact = factByName(words, line.fact);
  const name = fact?.label ?? line.fact;
  return (
    <div className="ky-chain-criterion">
      <Select
        className="ky-chain-fact"
        showSearch
        value={line.fact}
        optionFilterProp="label"
        aria-label={label(['字段', 'Field'])}
        options={words.facts.map((one) => ({ value: one.name, label: one.label }))}
        onChange={(chosen: string) => {
          const found = factByName(words, chosen);
          if (found) onChange(newCriterion(found));
        }}
      />
      <Select
        className="ky-chain-op"
        value={line.op}
        aria-label={label([`${name}：比较`, `${name}: comparison`])}
        options={[...new Set([line.op, ...offeredComparisons(fact)])].map((op) => ({
          value: op,
          label: label(operatorLabels[op]),
        }))}
        onChange={(op: Op) => onChange(withOp(line, op))}
      />
      <Value words={words} line={line} name={name} onChange={onChange} />
      <button
        type="button"
        className="ky-link"
        aria-label={label([`删除条件：${name}`, `Remove the condition on ${name}`])}
        onClick={onRemove}
      >
        {label(['删除', 'Remove'])}
      </button>
    </div>
  );
};

interface ConditionFieldProps {
  readonly words: Vocabulary;
  readonly value: string;
  readonly onChange: (condition: string) => void;
}

/**
 * Renders a condition as criteria: field, comparison, value. A condition that criteria cannot
 * express is edited as an expression.
 */
export const ConditionField = ({ words, value, onChange }: ConditionFieldProps) => {
  const label = useLabel();
  const [criteria, setCriteria] = useState<Criteria | undefined>(() => linesOf(value));
  const mayBeEmpty = (fact: string) => factByName(words, fact)?.nullable === true;
  const change = (next: Criteria) => {
    setCriteria(next);
    if (next.of.length > 0) onChange(writeCriteria(next, mayBeEmpty));
  };
  if (!criteria) {
    return (
      <>
        <Input.TextArea
          value={value}
          autoSize={{ minRows: 2 }}
          className="ky-mono"
          aria-label={label(['条件表达式', 'Expression'])}
          onChange={({ target }) => onChange(target.value)}
        />
        <p className="ky-note">
          {label([
            '该条件不能拆成逐行条件，按表达式修改',
            'This condition cannot be split into lines; edit it as an expression',
          ])}
        </p>
      </>
    );
  }
  const { match, of } = criteria;
  const replace = (index: number, line?: Criterion) =>
    change({ match, of: of.toSpliced(index, 1, ...(line ? [line] : [])) });
  const [first] = words.facts;
  return (
    <div className="ky-chain-criteria">
      {of.length > 1 && (
        <Select
          value={match}
          aria-label={label(['条件之间的关系', 'How the conditions combine'])}
          options={[
            { value: 'all', label: label(['满足全部条件', 'All conditions are met']) },
            { value: 'any', label: label(['满足任一条件', 'Any condition is met']) },
          ]}
          onChange={(chosen: Criteria['match']) => change({ match: chosen, of })}
        />
      )}
      {of.map((line, index) => (
        <CriterionLine
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have an order and no name
          key={index}
          words={words}
          line={line}
          onChange={(next) => replace(index, next)}
          onRemove={() => replace(index)}
        />
      ))}
      {first && (
        <Button onClick={() => change({ match, of: [...of, newCriterion(first)] })}>
          {label(['添加条件', 'Add a condition'])}
        </Button>
      )}
    </div>
  );
};

/** Text of a condition without criteria, as in a new branch. */
const alwaysTrueCondition = '${true}';

const linesOf = (text: string): Criteria | undefined => {
  if (text === alwaysTrueCondition) return { match: 'all', of: [] };
  try {
    return readCriteria(text);
  } catch {
    return undefined;
  }
};

/** Returns the initial condition of a step: a criterion about the first fact. */
export const firstCondition = ({ facts }: Vocabulary): string => {
  const fact = facts.find(({ type }) => type === 'number') ?? facts[0];
  return fact
    ? writeCriteria(
        { match: 'all', of: [newCriterion(fact)] },
        (name) => name === fact.name && fact.nullable,
      )
    : alwaysTrueCondition;
};
