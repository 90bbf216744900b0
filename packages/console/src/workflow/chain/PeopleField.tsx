import { dept, user } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { ReferencedPeopleRow } from '@keyan/kernel/wire/routes.ts';
import { pickedPeopleFact, userReference } from '@keyan/kernel/workflow/directory.ts';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { type SelectChoice, useLookup } from '../../fields/useLookup.tsx';
import { useLabel } from '../../i18n/language.ts';
import { missingPeopleLabel, peopleLabel, peopleTodayLabel, type Vocabulary } from './words.ts';

/** Ways to name assignees, and the further input of each. */
const assigneeWays = {
  role: { label: ['某个角色的全体人员', 'Everybody with a role'], asks: 'role' },
  departmentRole: {
    label: ['记录所在部门的某个角色', 'A role in the record’s department'],
    asks: 'role',
  },
  upwardRole: {
    label: [
      '所在部门的角色，没有则上级部门',
      'A role in that department, or else in the one above',
    ],
    asks: 'role',
  },
  leader: { label: ['记录所在部门的负责人', 'The head of the record’s department'], asks: null },
  user: { label: ['指定人员', 'A named person'], asks: 'user' },
  department: { label: ['某个部门的全体人员', 'Everybody in a department'], asks: 'department' },
  field: { label: ['记录中的人员', 'A person named in the record'], asks: 'field' },
  picked: { label: ['由申请人在提交时选择', 'Chosen by the applicant at submission'], asks: null },
} as const satisfies Record<
  string,
  { readonly label: Label; readonly asks: 'role' | 'user' | 'department' | 'field' | null }
>;
type Way = keyof typeof assigneeWays;

/** Returns the stored reference of a way and its input. */
const references: { readonly [W in Way]: (chosen: string) => string } = {
  role: (role) => `role:${role}`,
  departmentRole: (role) => `role:${role}@applicantDept`,
  upwardRole: (role) => `role:${role}@applicantDept^`,
  leader: () => 'leader@applicantDept',
  user: (id) => userReference(id),
  department: (id) => `dept:${id}`,
  field: (name) => `var:${name}`,
  picked: () => `var:${pickedPeopleFact}`,
};

interface LookedUpProps {
  readonly resource: string;
  readonly label: string;
  readonly onChoose: (id: string) => void;
}

/** Renders a picker for a person or a department, searched while typing. */
const LookedUp = ({ resource, label, onChoose }: LookedUpProps) => {
  const { select } = useLookup(resource);
  return (
    <Select<string, SelectChoice>
      {...select}
      className="ky-wide"
      aria-label={label}
      placeholder={label}
      value={null}
      onChange={(id) => onChoose(id)}
    />
  );
};

interface AddProps {
  readonly words: Vocabulary;
  readonly onAdd: (reference: string) => void;
}

/** Renders two inputs that add assignees: the way, then the choice. */
const Add = ({ words, onAdd }: AddProps) => {
  const label = useLabel();
  const [way, setWay] = useState<Way>();
  const add = (chosen: string) => {
    if (way) onAdd(references[way](chosen));
    setWay(undefined);
  };
  const asks = way && assigneeWays[way].asks;
  const whom = label(['选择', 'Choose']);
  return (
    <div className="ky-chain-add-people">
      <Select
        className="ky-wide"
        value={way ?? null}
        placeholder={label(['添加办理人', 'Add people'])}
        aria-label={label(['添加办理人', 'Add people'])}
        options={Object.entries(assigneeWays).map(([key, { label: text }]) => ({
          value: key as Way,
          label: label(text),
        }))}
        onChange={(chosen: Way) => {
          if (assigneeWays[chosen].asks === null) onAdd(references[chosen](''));
          else setWay(chosen);
        }}
      />
      {asks === 'role' && (
        <Select
          className="ky-wide"
          showSearch
          optionFilterProp="label"
          value={null}
          placeholder={label(['选择角色', 'Choose a role'])}
          aria-label={label(['选择角色', 'Choose a role'])}
          options={words.roles.map(({ name, label: text }) => ({ value: name, label: text }))}
          onChange={add}
        />
      )}
      {asks === 'user' && <LookedUp resource={user.key} label={whom} onChoose={add} />}
      {asks === 'department' && <LookedUp resource={dept.key} label={whom} onChoose={add} />}
      {asks === 'field' && (
        <Select
          className="ky-wide"
          value={null}
          placeholder={label(['选择字段', 'Choose a field'])}
          aria-label={label(['选择字段', 'Choose a field'])}
          options={words.personFields.map(({ name, label: text }) => ({
            value: name,
            label: text,
          }))}
          onChange={add}
        />
      )}
    </div>
  );
};

interface PeopleFieldProps {
  readonly words: Vocabulary;
  /** People that the references mean, from the server's last response. */
  readonly people: readonly ReferencedPeopleRow[];
  readonly value: readonly string[];
  readonly onChange: (references: readonly string[]) => void;
}

/** Renders assignees in words, each line with the people it means today. */
export const PeopleField = ({ words, people, value, onChange }: PeopleFieldProps) => {
  const label = useLabel();
  return (
    <div className="ky-chain-people">
      {value.map((reference) => {
        const today = people.find((one) => one.reference === reference);
        const name = label(peopleLabel(words, people, reference));
        const lacking = today && missingPeopleLabel(today);
        return (
          <div key={reference} className="ky-chain-person">
            <span>
              <b>{name}</b>
              {today && (
                <span className="ky-note" data-tone={today.count === 0 ? 'error' : undefined}>
                  {label(['今天是：', 'Today: '])}
                  {label(peopleTodayLabel(today))}
                </span>
              )}
              {lacking && <span className="ky-note">{label(lacking)}</span>}
            </span>
            <Button
              type="text"
              size="small"
              aria-label={label([`移除：${name}`, `Remove: ${name}`])}
              onClick={() => onChange(value.filter((one) => one !== reference))}
            >
              {label(['移除', 'Remove'])}
            </Button>
          </div>
        );
      })}
      <Add
        words={words}
        onAdd={(reference) => {
          if (!value.includes(reference)) onChange([...value, reference]);
        }}
      />
    </div>
  );
};
