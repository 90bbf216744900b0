import { TeamOutlined } from '@ant-design/icons';
import { useUser } from '@keyan/console/client/context.tsx';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import type { Option } from '@keyan/console/data/values.ts';
import { RefEditor } from '@keyan/console/fields/ref.tsx';
import { TextEditor } from '@keyan/console/fields/text.tsx';
import { subTableLines } from '@keyan/console/form-store/path.ts';
import { faultAt, useForm } from '@keyan/console/form-store/store.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { TabLink } from '@keyan/console/navigation/TabLink.tsx';
import type {
  EditorProps,
  FieldPresentation,
  FormPartProps,
  ValueProps,
} from '@keyan/console/presentation/present.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { scholarPage } from '../../people/scholar-page.ts';
import { isStaff } from '../../shared/dictionaries.ts';
import { type AchievementOptions, achievementMixin } from './achievement.ts';
import {
  authorLabel,
  defaultRates,
  equalShares,
  isOurAuthor,
  paperAuthors,
  personReferenceOf,
  rateSum,
} from './authors.ts';
import { confirmStatus } from './dictionaries.ts';
import { DuplicateHelp } from './duplicates.web.tsx';
import './authors.web.css';

const PeoplePicker = lazy(() => import('./PeoplePicker.web.tsx'));

/** Returns the values that a line takes over from a chosen person, with or without an account (decision 0460). */
export const valuesFromPerson = (option: Option): RowLike => ({
  ...personReferenceOf({ id: option.id, hasAccount: option.hasAccount !== false }),
  ...(option.personType ? { personType: option.personType } : {}),
  userIdName: option.text,
  name: option.text,
  jobNum: String(option.jobNum ?? ''),
  unit: String(option.department ?? '') || null,
});

/** Renders the name editor: staff are chosen, never typed, students as well; everybody else is typed. */
export const NameEditor = ({
  peopleCall,
  ...props
}: EditorProps & { readonly peopleCall: string }) => {
  const { row, onChange } = props;
  const person = row.userId || row.personnelId || null;
  const isChosen = isStaff(row.personType) || (isOurAuthor(row.personType) && person !== null);
  if (!isChosen) return <TextEditor {...props} />;
  return (
    <RefEditor
      {...props}
      name="userId"
      spec={paperAuthors.userId.spec}
      value={person}
      row={{ userIdName: row.userIdName || row.name }}
      lookup={{ path: peopleCall }}
      chosen={valuesFromPerson}
      onChange={(id, more = {}) =>
        onChange(
          id === null ? null : (more.name ?? row.name),
          id === null ? { ...more, userId: null, personnelId: null } : more,
        )
      }
    />
  );
};

/** Renders the name of an author; a name with an account links to the scholar's page. */
const NameCell = ({ value, row }: ValueProps) => {
  const name = <b>{value ? String(value) : '–'}</b>;
  return row.userId ? <TabLink to={scholarPage(String(row.userId))}>{name}</TabLink> : name;
};

/**
 * Renders 本人 for the registrant, 待确认 / 已确认 / 有异议 for other staff, 无需 for external people; to the user's own
 * line adds the question.
 */
const ConfirmCell = ({ value, row, record }: ValueProps) => {
  const label = useLabel();
  const { userId } = useUser();
  if (!isStaff(row.personType) || row.personnelId) return label(['无需', 'Not needed']);
  const isOwn = row.userId === userId && userId !== '';
  // The registrant of a new record is the current user.
  const registrant = record?.createUser ?? userId;
  if (row.userId && row.userId === registrant && value === '1') return label(['本人', 'Myself']);
  const entry = confirmStatus.entries.find(({ code }) => code === value);
  if (!entry) return '–';
  const looks = {
    '0': { name: 'inApproval', tone: 'warning' },
    '1': { name: 'approved', tone: 'success' },
    '2': { name: 'warning', tone: 'error' },
  } as const;
  const look = looks[entry.code];
  return (
    <span className="ky-confirm" data-tone={look.tone}>
      <Glyph name={look.name} tone={look.tone} />{' '}
      {label(isOwn && value === '0' ? ['待您确认', 'Waiting for your confirmation'] : entry.label)}
    </span>
  );
};

type Line = Parameters<typeof rateSum>[0] extends readonly (infer L)[] | null ? L : never;

const withRates = (lines: readonly RowLike[], rates: readonly string[]): readonly RowLike[] =>
  lines.map((line, index) => ({ ...line, contributionRate: rates[index] ?? '0.00' }));

/** Returns the rates of all lines; null for a value that is not numeric, which is a fault of its cell. */
const countable = (lines: readonly RowLike[]): readonly Line[] =>
  lines.map((line) => {
    const rate = String(line.contributionRate ?? '').trim();
    return { contributionRate: /^\d+(\.\d*)?$/.test(rate) ? rate : null } as Line;
  });

/** Returns the message with the sum of the rates and the correction; `missing` in percent. */
const ratesWords = (sum: string, missing: number, open: number): Label => {
  if (missing > 0.01) {
    return fill(
      [
        '贡献率合计 {sum}%，还差 {missing}%，请调整到 100%',
        'Contributions: {sum}%, {missing}% missing',
      ],
      { sum, missing },
    );
  }
  if (missing < -0.01) {
    return fill(
      ['贡献率合计 {sum}%，超出 {more}%，请调整到 100%', 'Contributions: {sum}%, {more}% too much'],
      { sum, more: -missing },
    );
  }
  return open > 0
    ? fill(
        [
          '贡献率合计 {sum}%，还有 {open} 位作者未填',
          'Contributions: {sum}%, {open} not filled in',
        ],
        { sum, open },
      )
    : fill(['贡献率合计 {sum}%', 'Contributions: {sum}%'], { sum });
};

/** Renders the sum of the rates below the lines, the difference from 100, and two ways to correct it. */
const RatesFoot = ({ form, path }: FormPartProps) => {
  const label = useLabel();
  const lines = useForm(form, (state) => subTableLines(state.values, path));
  const fault = useForm(form, (state) => faultAt(state, path));
  if (lines.length === 0) return null;
  const rates = countable(lines);
  const sum = rateSum(rates);
  const open = rates.filter((line) => line.contributionRate === null).length;
  const missing = Math.round((100 - Number(sum)) * 100) / 100;
  const right = Math.abs(missing) <= 0.01 && open === 0;
  const words = ratesWords(sum, missing, open);
  const set = (rates: readonly string[]) => form.fill({ [path]: withRates(lines, rates) });
  const other = fault && !right ? undefined : fault;
  return (
    <div className="ky-rows-foot" data-tone={right && !other ? 'success' : 'error'}>
      <span>
        <Glyph name={right ? 'approved' : 'warning'} /> {label(words)}
      </span>
      {!right && (
        <button type="button" className="ky-link" onClick={() => set(equalShares(lines.length))}>
          {label(['平均补齐', 'Split evenly'])}
        </button>
      )}
      <button type="button" className="ky-link" onClick={() => set(defaultRates(lines.length))}>
        {label(['按默认系数预填', 'Use default shares'])}
      </button>
      {other && (
        <span>
          <Glyph name="warning" /> {label(other.message)}
        </span>
      )}
      <span className="ky-rows-sum">{sum}</span>
    </div>
  );
};

/** Renders 从人员库选: adds several people at once. */
const AuthorTools = ({
  form,
  path,
  peopleCall,
  roles,
}: FormPartProps & { readonly peopleCall: string; readonly roles: Roles }) => {
  const label = useLabel();
  const [open, setOpen] = useState(false);
  const add = (people: readonly Option[]) => {
    const lines = subTableLines(form.state().values, path);
    const present = new Set(lines.map((line) => line.userId || line.personnelId));
    const next = people
      .filter((person) => !present.has(person.id))
      .map((person, index) => ({
        ...blankAuthor(roles, lines.length + index),
        ...valuesFromPerson(person),
      }));
    form.fill({ [path]: [...lines, ...next] });
  };
  return (
    <>
      <Button icon={<TeamOutlined />} onClick={() => setOpen(true)}>
        {label(['从人员库选', 'Choose people'])}
      </Button>
      {open && (
        <Suspense>
          <PeoplePicker
            call={peopleCall}
            onClose={() => setOpen(false)}
            onChosen={(people) => {
              add(people);
              setOpen(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
};

type Roles = AchievementOptions['authorRoles'];

/** Returns an empty author line; the first line gets the first author's role. */
const blankAuthor = ([first, others]: Roles, place: number): RowLike => ({
  personType: '01',
  authorType: place === 0 ? first : others,
  contributionRate: place === 0 ? '100.00' : null,
});

/** Returns the presentation of the author lines. */
export const achievementFieldsOf = (
  kind: Pick<Resource, 'key' | 'path' | 'label' | 'title' | 'fields' | 'with'>,
): Readonly<Record<string, FieldPresentation>> => {
  const {
    authorRoles: roles = ['01', '06'],
    duplicates = [],
    people = authorLabel,
  } = achievementMixin.optionsOf(kind) ?? {};
  // Searches people by name or staff number.
  const peopleCall = `/${kind.path}/people`;
  const lines = kind.fields.authors?.spec.fields ?? {};
  const duplicate: FieldPresentation = {
    Help: (props) => <DuplicateHelp {...props} kind={kind} />,
  };
  return {
    ...Object.fromEntries(duplicates.map((name) => [name, duplicate])),
    [kind.title]: { span: 2, ...(duplicates.includes(kind.title) ? duplicate : {}) },
    authors: {
      columns: [
        'personType',
        'name',
        'jobNum',
        'unit',
        'authorType',
        // Books also have the number of words by author.
        ...(lines.wordCount ? ['wordCount'] : []),
        'contributionRate',
        'confirmStatus',
      ],
      head: 'name',
      line: people,
      Tools: (props) => <AuthorTools {...props} peopleCall={peopleCall} roles={roles} />,
      Foot: RatesFoot,
      blank: (given) => blankAuthor(roles, given.length),
    },
    authorNames: { width: 148 },
    projects: { head: 'programName', line: ['项目', 'Project'] },
    'authors.personType': { width: 100 },
    'authors.name': {
      width: 116,
      Editor: (props) => <NameEditor {...props} peopleCall={peopleCall} />,
      Cell: NameCell,
    },
    'authors.userId': { lookup: { path: peopleCall }, chosen: valuesFromPerson },
    'authors.jobNum': { width: 104 },
    'authors.authorType': { width: 148 },
    'authors.wordCount': { width: 120 },
    'authors.contributionRate': { width: 120 },
    'authors.confirmStatus': { width: 96, Cell: ConfirmCell },
  };
};
