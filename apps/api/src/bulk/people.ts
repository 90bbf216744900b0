import { type Chance, chanceOf } from '@keyan/product/demo/random.server.ts';
import { university } from '@keyan/product/demo/university.server.ts';
import type pg from 'pg';
import { columnsOf } from './copy.ts';
import { type College, formerSecretaries, type Person } from './university.ts';

const { tenantId } = university;

/**
 * Family names and letters of given names; any family name goes with any two letters of given
 * names.
 */
const familyNames =
  '林孟何谢陆秦顾沈程苏傅邵俞钟温严骆卫裴乔戚梅盛季阮柯凌柏祁樊窦屈阎蓝聂庞游岑华应商殷伍瞿鲍连舒查褚冉';
const givenNameCharacters =
  '知远敬怀谦景行云帆致宁修文思齐墨明川弘毅嘉树承泽望鸿渐绍庭维桢则成彦青仲平牧野泊然允晓岚婉清若溪静姝雨眠采薇疏桐听雪心芷兰念慈素映秋瑶凝霜令仪语冰含章佩沁怡淑真越夏绮年窈蕴玉衡瑾芳菲棠梦';
const drawCharacter = (random: Chance, from: string): string =>
  from.charAt(random.int(0, from.length - 1));
export const drawName = (random: Chance): string =>
  drawCharacter(random, familyNames) +
  drawCharacter(random, givenNameCharacters) +
  drawCharacter(random, givenNameCharacters);

/** A department that is a college. */
export interface Department {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly words: string;
}

/**
 * Names of the campuses whose colleges are added when the thirteen colleges of the demo are too
 * few.
 */
const campuses = ['江北', '东湖', '南湖', '沙市', '青山', '黄陂', '汉阳', '洪山', '江夏', '蔡甸'];

/**
 * Finds the colleges of the demo, once per campus, and makes missing ones with ids from `nextId`.
 */
export const openColleges = async (
  client: pg.Client,
  perCollege: number,
  nextId: () => string,
): Promise<readonly Department[]> => {
  const columns = (await columnsOf(client, 'dept')).map((one) => one.name);
  const { rows: own } = await client.query<Department>(
    `select id::text, dept_name as name, dept_code as code, dept_code as words from dept
      where tenant_id = $1 and dept_category = '2' and dept_code ~ '^\\d+$' and is_deleted = 0
      order by dept_code`,
    [tenantId],
  );
  const all = [...own];
  for (let campus = 1; campus < perCollege; campus += 1) {
    for (const college of own) {
      const code = `${college.code}-${campus}`;
      const name = `${college.name}(${campuses[(campus - 1) % campuses.length]}校区)`;
      const set: Readonly<Record<string, string>> = {
        id: '$3::bigint',
        dept_code: '$4::text',
        dept_name: '$5::text',
        full_name: '$5::text',
        leader_id: 'null',
        secretary_id: 'null',
        sort: `t.sort + ${100 * campus}`,
      };
      await client.query(
        `insert into dept (${columns.join(', ')})
         select ${columns.map((one) => set[one] ?? `t.${one}`).join(', ')} from dept t
          where t.tenant_id = $1 and t.id = $2 and not exists (
            select 1 from dept d where d.tenant_id = $1 and d.dept_code = $4::text and d.is_deleted = 0)`,
        [tenantId, college.id, nextId(), code, name],
      );
      const { rows } = await client.query<Department>(
        `select id::text, dept_name as name, dept_code as code, $3::text as words from dept
          where tenant_id = $1 and dept_code = $2 and is_deleted = 0`,
        [tenantId, code, college.words],
      );
      all.push(...rows);
    }
  }
  return all;
};

/** Returns the people of a department who hold a role, accounts of the demo first. */
const holdersOf = async (
  client: pg.Client,
  role: string,
): Promise<ReadonlyMap<string, readonly Person[]>> => {
  const { rows } = await client.query<Person & { readonly department: string }>(
    `select u.id::text, u.real_name as name, u.code, u.dept_id::text as department from users u
       join user_role ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id
       join role r on r.tenant_id = u.tenant_id and r.id = ur.role_id
      where u.tenant_id = $1 and r.role_alias = $2 and u.is_deleted = 0 and length(u.code) = 8
      order by u.account = u.code, u.id`,
    [tenantId, role],
  );
  return Map.groupBy(rows, (row) => row.department);
};

interface NewPerson extends Person {
  readonly department: string;
  readonly role: 'teacher' | 'dept_secretary';
}

const insertPeople = async (client: pg.Client, people: readonly NewPerson[]): Promise<void> => {
  const batch = 5000;
  for (let from = 0; from < people.length; from += batch) {
    const some = people.slice(from, from + batch);
    const columns = [
      some.map((one) => one.id),
      some.map((one) => one.code),
      some.map((one) => one.name),
      some.map((one) => one.department),
      some.map((one) => one.role),
    ];
    await client.query(
      `insert into users (tenant_id, id, account, name, real_name, code, user_type, dept_id,
         roles)
       select $1, id, code, name, name, code, case role when 'teacher' then '2' else '1' end, department,
         array[role]
         from unnest($2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::text[])
           as one (id, code, name, department, role)`,
      [tenantId, ...columns],
    );
    await client.query(
      `insert into user_role (tenant_id, user_id, role_id)
       select $1, one.id, r.id from unnest($2::bigint[], $3::text[]) as one (id, role)
         join role r on r.tenant_id = $1 and r.role_alias = one.role`,
      [tenantId, columns[0], columns[4]],
    );
  }
};

/**
 * Assigns people to every college: the accounts of the demo first, then as many new accounts as
 * there are quotas. New accounts have no password, so nobody can sign in with them.
 *
 * @param quotas number of papers of each writer, by college
 * @param officers number of successive officers of the research office, the present one included
 */
export const staffColleges = async (
  client: pg.Client,
  departments: readonly Department[],
  quotas: readonly (readonly number[])[],
  officers: number,
  nextId: () => string,
): Promise<{ readonly colleges: readonly College[]; readonly officers: readonly Person[] }> => {
  const { rows: counted } = await client.query<{ count: string }>(
    'select count(*) from users where tenant_id = $1',
    [tenantId],
  );
  let serial = Number(counted[0]?.count ?? 0);
  const random = chanceOf(serial);
  const added: NewPerson[] = [];
  const add = (department: string, role: NewPerson['role']): Person => {
    serial += 1;
    const code = `${random.int(1995, 2024)}${String(serial).padStart(6, '0')}`;
    const person = { id: nextId(), name: drawName(random), code, department, role };
    added.push(person);
    return person;
  };
  const teachers = await holdersOf(client, 'teacher');
  const secretaries = await holdersOf(client, 'dept_secretary');
  const [[office, [present]]] = [...(await holdersOf(client, 'rd_achieve'))] as [
    [string, [Person]],
  ];
  const colleges = departments.map(({ id, name, words }, index): College => {
    const own = teachers.get(id) ?? [];
    const wanted = Math.max(own.length, quotas[index]?.length ?? 0);
    const missing = Array.from({ length: wanted - own.length }, () => add(id, 'teacher'));
    return {
      id,
      name,
      words,
      secretary: secretaries.get(id)?.[0] ?? add(id, 'dept_secretary'),
      formerSecretaries: Array.from({ length: formerSecretaries }, () => add(id, 'teacher')),
      writers: [...own, ...missing],
    };
  });
  const former = Array.from({ length: officers - 1 }, () => add(office, 'teacher'));
  await insertPeople(client, added);
  await client.query(
    `update dept set secretary_id = one.secretary
       from unnest($2::bigint[], $3::bigint[]) as one (id, secretary)
      where dept.tenant_id = $1 and dept.id = one.id and dept.secretary_id is null`,
    [tenantId, colleges.map(({ id }) => id), colleges.map(({ secretary }) => secretary.id)],
  );
  return { colleges, officers: [present, ...former] };
};
