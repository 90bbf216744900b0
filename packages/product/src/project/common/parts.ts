import { f, type RowOf } from '@keyan/kernel/definition/field/field.ts';
import type { Writer } from '@keyan/kernel/definition/life/writer.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { isStaff, isStudent, personType, sex } from '../../shared/dictionaries.ts';
import { ranks, tlDegree } from '../../shared/formats/national.ts';
import { user } from '../../shared/references/refs.ts';
import { memberRole, unitNature, unitRole } from './dictionaries.ts';

/** Sub-tables shared by declarations, projects and changes: people and units. */

/**
 * True if name and unit are typed: for people other than staff, and students without an account
 * (decision 0525).
 */
const isTyped = ({ personType: type, userId }: RowLike): boolean =>
  !isStaff(type) && !(isStudent(type) && userId);

/** Columns of members: chosen by account, or with typed name and unit (decisions 0490 and 0525). */
export const memberFields = () => ({
  sort: f.integer(['排序', 'Order']).required().between(1, 1000).ordinal(),
  personType: f.dict(['成员类型', 'Type'], personType).required().initial('01'),
  userId: f
    .ref(['校内人员', 'Person'], user)
    .required((line) => isStaff(line.personType))
    .when(({ personType: type }) => isStaff(type) || isStudent(type))
    .help([
      '教师没有账号的请先开通；学生没有账号的填写姓名和所在单位',
      'Staff without an account need one first; for students without an account enter name and unit',
    ]),
  name: f.text(['姓名', 'Name']).required().max(30).when(isTyped),
  unit: f.text(['所在单位', 'Unit']).required().max(100).when(isTyped),
  memberRole: f.dict(['角色', 'Role'], memberRole).required(),
  task: f.text(['分工', 'Task']).required().max(200),
  workMonths: f.decimal(['每年投入（月）', 'Months per year'], 1).between(0, 12),
  ranks: f.dict(['职称', 'Rank'], ranks),
  tlDegree: f.dict(['学位', 'Degree'], tlDegree),
  sex: f.dict(['性别', 'Sex'], sex),
  birthDate: f.date(['出生日期', 'Born']),
});

/** Stored line of a member. */
export type MemberRow = RowOf<ReturnType<typeof memberFields>>;

/** Fields that identify a member and the position in the list. */
export type MemberPosition = Pick<MemberRow, 'sort' | 'userId' | 'name' | 'unit' | 'memberRole'>;

/** Columns of participating units other than the university. */
export const unitFields = () => ({
  unitName: f.text(['单位名称', 'Unit']).required().max(100),
  unitNature: f.dict(['单位类型', 'Type'], unitNature).required(),
  unitRole: f.dict(['参与方式', 'Role'], unitRole).required(),
  funds: f.money(['外拨经费（元）', 'Transferred funds']).unit(['元', 'yuan']),
  contact: f.text(['联系人', 'Contact']).max(30),
});

/** Codes of the dictionary `memberRole`. */
export const memberRoleCodes = { leader: '01', member: '05', assistant: '06' } as const;

/** Text of the leader’s task. */
const leaderTaskText: Label = ['主持项目', 'Leads the project'];

interface Fault {
  readonly path: string;
  readonly message: Label;
}

/** Faults of the member list. */
export const memberFaults = (
  path: string,
  members: readonly MemberPosition[] | null,
  leader: string | null,
): readonly Fault[] | null => {
  const lines = members ?? [];
  if (lines.length === 0) return null;
  const [first] = lines.filter((line) => line.memberRole === memberRoleCodes.leader);
  if (
    first !== lines[0] ||
    lines.filter((line) => line.memberRole === memberRoleCodes.leader).length !== 1
  ) {
    const message: Label = [
      '项目负责人应有且仅有一名，并排在第 1 位',
      'There must be exactly one project leader, in the first place',
    ];
    return [{ path, message }];
  }
  if (leader && first?.userId !== leader) {
    const message: Label = [
      '第 1 位应为项目负责人本人',
      'The first place must be the project leader',
    ];
    return [{ path: `${path}.0.userId`, message }];
  }
  const sorts = lines.map((line, index) => line.sort ?? index + 1);
  if (new Set(sorts).size < sorts.length) {
    return [{ path, message: ['成员排序重复', 'Two members have the same order'] }];
  }
  const people = lines.map(({ userId, name, unit }) => userId ?? `${name} ${unit}`);
  const again = people.findIndex((person, index) => people.indexOf(person) < index);
  if (again < 0) return null;
  const message = fill(['第 {place} 位成员重复', 'Member {place} is listed twice'], {
    place: again + 1,
  });
  return [{ path, message }];
};

/** Members under a new leader; the previous leader becomes a member or leaves. */
export const membersUnderLeader = (
  members: readonly MemberRow[] | null,
  leader: string,
  before: { readonly leader: string | null; readonly stays: boolean },
): readonly Partial<MemberRow>[] => {
  const others = (members ?? [])
    .filter(({ userId }) => userId === null || userId !== leader)
    .filter(({ userId }) => before.stays || userId === null || userId !== before.leader)
    .map((line) =>
      line.memberRole === memberRoleCodes.leader
        ? { ...line, memberRole: memberRoleCodes.member }
        : line,
    );
  const first: Partial<MemberRow> = {
    personType: '01',
    userId: leader,
    memberRole: memberRoleCodes.leader,
    task: leaderTaskText[0],
  };
  return [first, ...others].map((line, index) => ({ ...line, sort: index + 1 }));
};

/** Leader’s line at the start of a new form. */
export const leaderRow = ({ id, name }: Pick<Writer, 'id' | 'name'>) => ({
  sort: 1,
  personType: '01' as const,
  userId: id,
  userIdName: name,
  name: null,
  unit: null,
  memberRole: memberRoleCodes.leader,
  task: leaderTaskText[0],
  workMonths: null,
  ranks: null,
  tlDegree: null,
  sex: null,
  birthDate: null,
});

/** Leader’s line in an example, if the account is known. */
export const leaderLine = (leader: unknown): RowLike => ({
  sort: 1,
  ...(typeof leader === 'string'
    ? { personType: '01', userId: leader, name: null, unit: null }
    : { personType: '03' }),
  memberRole: memberRoleCodes.leader,
  task: leaderTaskText[0],
});
