import { pinyin } from 'pinyin-pro';
import type { RoleAlias } from '../shared/roles.ts';
import { roleAccountHolders } from './posts.server.ts';
import { type Chance, chanceOf } from './random.server.ts';
import { colleges, type DemoUnit } from './university.server.ts';

/** Invented member of the university. */
export interface DemoPerson {
  readonly account: string;
  readonly name: string;
  /** Name in Latin letters with the family name last: `Xiaolan Lin`. */
  readonly english: string;
  readonly jobNum: string;
  /** Code of the department. */
  readonly unit: string;
  readonly roles: readonly RoleAlias[];
  readonly sex: '1' | '2';
  /** Codes of the dictionaries `ranks` and `tlDegree`. */
  readonly rank: string;
  readonly degree: string;
  readonly born: string;
  readonly since: number;
  readonly phone: string;
  readonly email: string;
}

const families =
  '林孟何谢陆秦顾沈程苏傅邵俞钟温严骆卫裴乔戚梅盛季阮柯凌柏祁樊窦屈阎蓝聂庞游岑华应商殷伍瞿鲍连舒查褚冉芮邢池隋鄢'.split(
    '',
  );
const men =
  '知远敬之怀谦景行云帆致宁修文思齐子墨明川弘毅嘉树承泽望舒鸿渐绍庭维桢则成彦青仲平牧野泊然允中书衡元朗启元培风士衡孝先守拙少陵景明秉文伯言克勤昭明远舟逸尘睿哲庭筠'.match(
    /../g,
  ) as readonly string[];
const women =
  '晓岚婉清若溪静姝雨眠采薇疏桐听雪以宁心远芷兰念慈素问映秋书瑶凝霜兰舟令仪语冰含章云舒佩兰沁怡淑真清越知夏绮年舒窈若谷蕴之玉衡怀瑾芳菲海棠采蘩静言梦泽'.match(
    /../g,
  ) as readonly string[];

/** Converts a Chinese name: `林晓岚` → `Xiaolan Lin`. */
export const englishName = (name: string): string => {
  const [family = '', ...given] = pinyin(name, { toneType: 'none', type: 'array', surname: 'all' });
  const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
  return `${capital(given.join(''))} ${capital(family.replace('ü', 'u'))}`;
};

/** Returns a function that draws unused names. */
export const nameDrawer = (random: Chance, others: readonly string[]) => {
  const taken = new Set(others);
  return (sex: '1' | '2'): string => {
    for (;;) {
      const name = random.pick(families) + random.pick(sex === '1' ? men : women);
      if (taken.has(name)) continue;
      taken.add(name);
      return name;
    }
  };
};

/** Returns a code of `ranks` by years of service; professors have served many years. */
const rankAfter = (random: Chance, years: number): string => {
  if (years > 18) return random.maybe(0.7) ? '011' : '012';
  if (years > 8) return random.maybe(0.75) ? '012' : '013';
  return random.maybe(0.8) ? '013' : '014';
};

/** Returns a code of `ranks` for administrators; leaders are not assistants. */
const officeRank = (roles: readonly RoleAlias[]): string =>
  roles.some((role) => role === 'school_leader' || role === 'rd_leader') ? '621' : '623';

/** Degrees by college: science, engineering, literature, law and others. */
const degrees: Readonly<Record<string, string>> = {
  '310': '208',
  '320': '207',
  '330': '207',
  '340': '207',
  '350': '207',
  '360': '208',
  '410': '205',
  '420': '205',
  '430': '203',
  '440': '212',
  '450': '203',
  '460': '213',
  '470': '204',
};

/** Codes of the colleges with one teacher who also reviews declarations. */
const expertsOf = ['320', '330', '350', '360', '440'];

/** Adds the expert role to professors without an office. */
const asExpert = (person: DemoPerson): DemoPerson =>
  person.rank === '011' && person.roles.join() === 'teacher'
    ? { ...person, roles: ['teacher', 'expert'] }
    : person;

/** Number of teachers per college, in addition to its leader and secretary. */
const teachersPerCollege = 4;

/** Returns all people, role accounts first; the same on every machine. */
export const demoPeople = (): readonly DemoPerson[] => {
  const random = chanceOf(19_770_820);
  const freshName = nameDrawer(
    random,
    roleAccountHolders.map((post) => post.name),
  );
  const numbers = new Set(roleAccountHolders.map((post) => post.jobNum));

  const freshNumber = (since: number): string => {
    for (;;) {
      const number = `${since}${String(random.int(11, 399)).padStart(4, '0')}`;
      if (numbers.has(number)) continue;
      numbers.add(number);
      return number;
    }
  };
  const complete = (
    given: Pick<DemoPerson, 'account' | 'name' | 'unit' | 'jobNum' | 'sex' | 'roles'>,
  ): DemoPerson => {
    const since = Number(given.jobNum.slice(0, 4));
    const english = englishName(given.name);
    const academic = given.roles.includes('teacher') || given.roles.includes('expert');
    return {
      ...given,
      english,
      since,
      rank: academic ? rankAfter(random, 2026 - since) : officeRank(given.roles),
      degree: academic ? (degrees[given.unit] ?? '208') : '312',
      born: `${since - random.int(27, 32)}-${String(random.int(1, 12)).padStart(2, '0')}-${String(random.int(1, 28)).padStart(2, '0')}`,
      // No mobile number begins with 100, so nobody can be called by mistake.
      phone: `100${String(random.int(10_000_000, 99_999_999))}`,
      email: `${english.toLowerCase().replace(' ', '.')}@jiangling.example`,
    };
  };
  const draw = (unit: DemoUnit, roles: readonly RoleAlias[]): DemoPerson => {
    const sex = random.maybe(0.5) ? '1' : '2';
    const jobNum = freshNumber(random.int(1998, 2023));
    return complete({
      account: jobNum,
      name: freshName(sex),
      unit: unit.code,
      jobNum,
      sex,
      roles,
    });
  };

  const filled = new Set(
    roleAccountHolders.flatMap((post) => post.roles.map((role) => `${post.unit} ${role}`)),
  );
  const drawn = colleges.flatMap((college) => [
    ...(filled.has(`${college.code} dept_leader`)
      ? []
      : [draw(college, ['dept_leader', 'teacher'])]),
    ...(filled.has(`${college.code} dept_secretary`) ? [] : [draw(college, ['dept_secretary'])]),
    // One college has two secretaries, so that their tasks are claimed instead of assigned.
    ...(college.code === '440' ? [draw(college, ['dept_secretary'])] : []),
    ...Array.from({ length: teachersPerCollege }, (_, at) =>
      draw(
        college,
        at === 0 && expertsOf.includes(college.code) ? ['teacher', 'expert'] : ['teacher'],
      ),
    ),
  ]);
  return [...roleAccountHolders.map(complete), ...drawn.map(asExpert)];
};
