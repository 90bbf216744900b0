import { useEntries } from '@keyan/console/data/dictionary.ts';
import { useNames } from '@keyan/console/data/useNames.ts';
import type { Lookup } from '@keyan/console/data/values.ts';
import { useLabel, useLanguage } from '@keyan/console/i18n/language.ts';
import { filterControls } from '@keyan/console/list/filters.tsx';
import { useTab, useTabParams } from '@keyan/console/navigation/tab.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { type Label, say } from '@keyan/kernel/label.ts';
import { Select } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { subjectClass } from '../shared/dictionaries.ts';
import { dept } from '../shared/references/refs.ts';
import { department } from '../system/departments/department.ts';
import type { DimensionKey, Question, Switch } from './figure.ts';
import { fittedSpan, fittingYears, maxSpanYears, spanChangeNote, yearsText } from './span.ts';
import '@keyan/console/table/filters.css';
import './figures.web.css';

/**
 * Filter values of a page of figures, stored in the address so that a copied link shows the same
 * figures.
 */
export interface FigureFilterValues {
  readonly from: number;
  readonly to: number;
  readonly department: string;
  readonly subjectClass: string;
  readonly switches: readonly Switch[];
  /** Other values that the page stores in its address. */
  readonly more: Readonly<Record<string, string>>;
  /** Note if the years of the address were changed to a valid span; null otherwise. */
  readonly odd: Label | null;
}

/** Switches of outputs: parameter in the address, and labels of both positions. */
const switchGiven: readonly {
  readonly key: Switch;
  readonly name: string;
  readonly on: string;
  readonly title: Label;
  readonly off: Label;
  readonly told: Label;
}[] = [
  {
    key: 'sign',
    name: 'sign',
    on: 'first',
    title: ['署名', 'Affiliation'],
    off: ['全部署名', 'Any affiliation'],
    told: ['第一单位', 'First institution'],
  },
  {
    key: 'author',
    name: 'author',
    on: 'first',
    title: ['作者', 'Authors'],
    off: ['任一作者', 'Any author'],
    told: ['第一作者', 'First author'],
  },
  {
    key: 'times',
    name: 'grain',
    on: 'times',
    title: ['计量', 'Counting'],
    off: ['按项', 'By item'],
    told: ['按人次', 'By person'],
  },
];

/** Default number of years, unless the page sets another. */
const usualYears = 5;

const fields = {
  department: f.ref(['院系', 'College'], dept).spec,
  subjectClass: f.dict(['科技/社科', 'Category'], subjectClass).spec,
};

/** Lookup of departments, independent of page rights. */
const departments: Lookup = { path: `/${department.path}/lookup` };

const yearIn = (text: string | undefined, usual: number): number =>
  /^(19|20|21)\d\d$/.test(text ?? '') ? Number(text) : usual;

const read = (
  params: Readonly<Record<string, string | undefined>>,
  kept: Readonly<Record<string, string>>,
  years: number,
): FigureFilterValues => {
  const now = new Date().getFullYear();
  const asked = {
    from: yearIn(params.from, now - years + 1),
    to: yearIn(params.to, now),
  };
  const { from, to } = fittedSpan(asked);
  const ids = params.dept_tree ?? params.dept ?? '';
  return {
    from,
    to,
    department: /^\d+(,\d+)*$/.test(ids) ? ids : '',
    subjectClass: params.subjectClass ?? '',
    switches: switchGiven.flatMap(({ key, name, on }) => (params[name] === on ? [key] : [])),
    more: Object.fromEntries(
      Object.entries(kept).map(([name, usual]) => [name, params[name] ?? usual]),
    ),
    odd: spanChangeNote(asked, { from, to }),
  };
};

const written = (
  { from, to, department: dep, subjectClass: category, switches, more }: FigureFilterValues,
  kept: Readonly<Record<string, string>>,
  years: number,
): string => {
  const now = new Date().getFullYear();
  const query = new URLSearchParams();
  const put = (name: string, value: string, usual = '') => {
    if (value !== usual) query.set(name, value);
  };
  put('from', String(from), String(now - years + 1));
  put('to', String(to), String(now));
  put('dept', dep);
  put('subjectClass', category);
  for (const { key, name, on } of switchGiven) put(name, switches.includes(key) ? on : '');
  for (const [name, value] of Object.entries(more)) put(name, value, kept[name]);
  return query.toString();
};

/**
 * Filter values of a page of figures, from its address.
 * @param kept default values of other parameters in the address; must be the same object at every
 * render
 */
export const useFigureFilters = (kept: Readonly<Record<string, string>>, years = usualYears) => {
  const params = useTabParams();
  const { setQuery } = useTab();
  const [narrowed, setNarrowed] = useState(() => read(params, kept, years));
  useEffect(() => setQuery(written(narrowed, kept, years)), [narrowed, kept, years, setQuery]);
  return [narrowed, setNarrowed] as const;
};

/**
 * Part of a question given by the filters. Figures that lack a filtered dimension have no answer
 * and are left out.
 */
export const useFigureQuestionFilters = ({
  from,
  to,
  department: dep,
  subjectClass: category,
  switches: chosen,
}: FigureFilterValues) =>
  useMemo(
    () =>
      (
        figure: string,
        asked: {
          readonly flows?: boolean;
          readonly by?: readonly { readonly key: DimensionKey }[];
          readonly switches?: readonly Switch[];
        },
        question: Partial<Question> = {},
      ): Question => {
        const can = (key: DimensionKey) => asked.by?.some((one) => one.key === key) ?? true;
        const switches = chosen.filter((one) => asked.switches?.includes(one) ?? false);
        return {
          figure,
          ...(asked.flows === false ? {} : { from, to }),
          ...(dep !== '' && can('college') ? { department: dep } : {}),
          ...(category !== '' && can('subjectClass') ? { only: { subjectClass: category } } : {}),
          ...(switches.length > 0 ? { switches } : {}),
          ...question,
        };
      },
    [from, to, dep, category, chosen],
  );

/** Filters that apply to a figure. */
export interface FigureConditions {
  readonly flows: boolean;
  readonly narrow: readonly string[];
}

/**
 * Filters in words, for exported pictures and workbooks.
 * @returns function that describes years, colleges, category and switches for a figure
 */
export const useConditions = ({
  from,
  to,
  department: dep,
  subjectClass: category,
  switches,
}: FigureFilterValues): ((figure: FigureConditions) => string) => {
  const label = useLabel();
  const language = useLanguage();
  const ids = useMemo(() => dep.split(',').filter(Boolean), [dep]);
  const colleges = useNames(ids.length > 0 ? departments : undefined, ids);
  const codes = category.split(',').filter(Boolean);
  const { entries } = useEntries(fields.subjectClass.dictionary);
  const list = label(['、', ', ']);
  const categories = entries
    .filter(({ code }) => codes.includes(code))
    .map((entry) => say(entry.label, language));
  return ({ flows, narrow }) =>
    [
      flows ? label(yearsText({ from, to })) : '',
      narrow.includes('college') ? colleges.map(({ text }) => text).join(list) : '',
      narrow.includes('subjectClass') ? categories.join(list) : '',
      ...switchGiven
        .filter(({ key }) => switches.includes(key) && narrow.includes(key))
        .map(({ told }) => label(told)),
    ]
      .filter(Boolean)
      .join(label(['；', '; ']));
};

interface FigureFiltersProps {
  readonly value: FigureFilterValues;
  readonly onChange: (next: FigureFilterValues) => void;
  /** Switches that apply to figures of the page. */
  readonly switches: readonly Switch[];
  readonly children?: React.ReactNode;
}

/**
 * Pickers of first and last year: offer only valid spans; a note explains corrected years of the
 * address.
 */
const YearsFilter = ({ value, onChange }: Pick<FigureFiltersProps, 'value' | 'onChange'>) => {
  const label = useLabel();
  const { from, to } = value;
  const [thisYear] = useState(() => new Date().getFullYear());
  const earliest = Math.min(from, thisYear - maxSpanYears + 1);
  const latest = Math.max(to, thisYear);
  const offered = fittingYears(
    Array.from({ length: latest - earliest + 1 }, (_, index) => latest - index),
    value,
  );
  const optionsOf = (years: readonly number[]) =>
    years.map((year) => ({ value: year, label: String(year) }));
  return (
    <>
      <span>
        <span className="ky-note">{label(['年度', 'Years'])}</span>
        <Select<number>
          value={from}
          options={optionsOf(offered.from)}
          aria-label={label(['开始年度', 'From year'])}
          onChange={(first) => onChange({ ...value, from: first, odd: null })}
        />
        –
        <Select<number>
          value={to}
          options={optionsOf(offered.to)}
          aria-label={label(['结束年度', 'To year'])}
          onChange={(last) => onChange({ ...value, to: last, odd: null })}
        />
      </span>
      {value.odd && (
        <span role="status" className="ky-note">
          {label(value.odd)}
        </span>
      )}
    </>
  );
};

/** Renders filters: years, college, category, and switches of outputs. */
export const FigureFilters = ({ value, onChange, switches, children }: FigureFiltersProps) => {
  const label = useLabel();
  const Department = filterControls.ref;
  const Category = filterControls.dict;
  return (
    <section className="ky-card ky-figure-filters" aria-label={label(['筛选', 'Filters'])}>
      <YearsFilter value={value} onChange={onChange} />
      {Department && (
        <span data-filter="department">
          <Department
            lookup={departments}
            name="dept"
            spec={fields.department}
            filters={value.department ? { dept_tree: value.department } : {}}
            placeholder={label(['院系', 'College'])}
            onChange={(change) => {
              onChange({ ...value, department: change.dept_tree ?? change.dept ?? '' });
            }}
          />
        </span>
      )}
      {Category && (
        <span data-filter="subjectClass">
          <Category
            lookup={departments}
            name="subjectClass"
            spec={fields.subjectClass}
            filters={value.subjectClass ? { subjectClass: value.subjectClass } : {}}
            placeholder={label(['科技/社科', 'Category'])}
            onChange={(change) => onChange({ ...value, subjectClass: change.subjectClass ?? '' })}
          />
        </span>
      )}
      {switchGiven
        .filter(({ key }) => switches.includes(key))
        .map(({ key, title, off, told }) => (
          <Select<'on' | 'off'>
            key={key}
            value={value.switches.includes(key) ? 'on' : 'off'}
            aria-label={label(title)}
            options={[
              { value: 'off', label: label(off) },
              { value: 'on', label: label(told) },
            ]}
            onChange={(chosen) =>
              onChange({
                ...value,
                switches: [
                  ...value.switches.filter((one) => one !== key),
                  ...(chosen === 'on' ? [key] : []),
                ],
              })
            }
          />
        ))}
      {children}
    </section>
  );
};
