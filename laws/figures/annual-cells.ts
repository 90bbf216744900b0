import {
  type ByColumn,
  type ByTable,
  type Conditions,
  factsSql,
  type Report,
} from './annual-facts.ts';

const count: Readonly<Record<string, ByColumn>> = { 1: {} };
const yuan: Readonly<Record<string, ByColumn>> = { 1: { sum: 'amount', kilo: true } };
const received = (...sources: readonly string[]): string =>
  `flow = 'in' and (${sources.map((one) => `source like '${one}'`).join(' or ')})`;
const spent = (condition: string): string => `flow = 'out' and (${condition})`;
const research = `type in ('1', '2', '3')`;
const years = (sum: string): ByColumn => ({ sum, decimals: 1 });

/** Returns the tables of the report on science. Long because its cells are written out. */
const keji = (year: number): readonly ByTable[] => {
  const inYear = (column: string): string => `extract(year from ${column}) = ${year}`;
  const counted = Object.fromEntries(
    ['07', '08', '09', '10', '12', '13', '14', '15', '16', '17', '18', '19', '20'].map((row) => [
      row,
      ['1'],
    ]),
  );
  const post = (one: string): string => `post = '${one}'`;
  return [
    {
      code: '1',
      from: 'people',
      rows: {
        ...{
          '03': post('T1'),
          '04': post('T2'),
          '05': post('T3'),
          '06': post('T4'),
          '07': post('T9'),
        },
        ...{ '09': post('O1'), '10': post('O2'), '11': post('O3'), '12': post('A') },
        ...{ '14': 'is_full', '15': 'fte > 0 and not is_full', '20': 'service' },
      },
      columns: {
        ...{
          1: {},
          2: { where: `sex = '2'` },
          3: { where: `degree like '2%'` },
          4: { where: `degree like '3%'` },
        },
        ...{ 5: { where: 'age <= 35' }, 6: { where: 'age between 36 and 45' } },
        ...{ 7: { where: 'age between 46 and 55' }, 8: { where: 'age >= 56' } },
      },
    },
    ...['fte1', 'fte2', 'fte3'].map(
      (sum, index): ByTable => ({
        code: '1',
        from: 'people',
        rows: { [String(17 + index)]: 'true' },
        columns: {
          ...{ 1: years(sum), 2: { where: `sex = '2'`, ...years(sum) } },
          ...{
            3: { where: `degree like '2%'`, ...years(sum) },
            4: { where: `degree like '3%'`, ...years(sum) },
          },
          ...{
            5: { where: 'age <= 35', ...years(sum) },
            6: { where: 'age between 36 and 45', ...years(sum) },
          },
          ...{
            7: { where: 'age between 46 and 55', ...years(sum) },
            8: { where: 'age >= 56', ...years(sum) },
          },
        },
      }),
    ),
    {
      code: '2',
      from: 'money',
      rows: {
        ...{ '03': `flow = 'in' and ${research}`, '23': `flow = 'out' and ${research}` },
        ...{
          '07': received('2001', '2002'),
          '11': received('1001', '1002', '1005', '1006'),
          '12': received('1003'),
        },
        '13': received('1004', '1007', '1008', '1009', '2003', '2009'),
        '14': received('2004', '2005', '2006', '2007', '2008', '30%'),
        ...{
          '15': received('40%'),
          '16': received('40%'),
          '17': received('60%'),
          '20': received('50%'),
        },
        '21': received('2010', '99', ''),
        '24': spent(`item like '104%'`),
        '25': spent(`item like '104%' and nature in ('03', '05')`),
        '26': spent(`item like '104%' and nature = '02'`),
        '27': spent(`item like '104%' and nature = '01'`),
        '28': spent(`item like '104%' and nature = '07'`),
        '30': spent(`item like '103%' or item = '202'`),
        ...{
          '31': spent(`item like '102%'`),
          '32': spent(`item like '101%'`),
          '33': spent(`item like '101%'`),
        },
        ...{
          '34': spent(`item like '3%'`),
          '35': spent(`item = '201'`),
          '36': spent(`item in ('203', '')`),
        },
      },
      columns: yuan,
    },
    {
      code: '5',
      from: 'activities',
      rows: {
        '03': `kind = 'attended' and is_foreign = '1'`,
        '04': `kind = 'attended' and is_foreign = '1' and role in ('01', '02', '03', '06')`,
        '05': `kind = 'attended' and is_foreign = '1' and role = '01'`,
        '06': `kind = 'held' and is_foreign = '1' and host = '1'`,
      },
      columns: count,
    },
    {
      code: '6',
      from: 'transfers',
      rows: {
        ...{ '02': `party = '01'`, '03': `party in ('03', '09')`, '04': `party = '02'` },
        '05': `party in ('04', '05', '06', '07', '08', '10', '')`,
      },
      columns: { 1: {}, 2: { sum: 'amount', kilo: true }, 3: { sum: 'received', kilo: true } },
    },
    {
      code: '6',
      from: 'patents',
      rows: {
        '07': `${inYear('apply_date')} and type in ('01', '06')`,
        ...{
          '08': `${inYear('apply_date')} and type = '02'`,
          '09': `${inYear('apply_date')} and type = '03'`,
        },
        '10': `${inYear('apply_date')} and type in ('04', '05')`,
        '12': `${inYear('grant_date')} and type in ('01', '06')`,
        ...{
          '13': `${inYear('grant_date')} and type = '02'`,
          '14': `${inYear('grant_date')} and type = '03'`,
        },
        '15': `${inYear('grant_date')} and type in ('04', '05')`,
        '16': `grant_date <= '${year}-12-31' and patent_status in ('06', '13') and type in ('01', '05', '06')`,
        '18': `${inYear('grant_date')} and type = '07'`,
      },
      columns: count,
      only: counted,
    },
    {
      code: '6',
      from: 'outputs',
      rows: {
        '17': `kind = 'copyright' and type = '01'`,
        '19': `kind = 'variety' and type = '04'`,
        '20': `kind = 'standard' and type in ('01', '02', '03')`,
      },
      columns: count,
    },
    {
      code: '7',
      from: 'outputs',
      rows: {
        '02': `kind = 'paper' and scope in ('1', '4')`,
        ...{
          '03': `kind = 'paper' and scope = '2'`,
          '04': `kind = 'paper' and scope in ('3', '')`,
        },
        ...{
          '05': `kind = 'appraisal'`,
          '06': `kind = 'product'`,
          '07': `kind = 'drug'`,
          '08': `kind = 'variety'`,
        },
      },
      columns: count,
    },
    { code: '11', from: 'teams', rows: { '01': `type = '06'` }, columns: count },
  ];
};

const social =
  '630 710 720 730 740 750 760 770 780 790 810 820 830 840 850 860 870 880 890 910'.split(' ');
const byDiscipline: Conditions = {
  ...Object.fromEntries(social.map((code) => [code, `discipline like '${code}%'`])),
  '999': `discipline ~ '^([12345]|610|620|$)'`,
};
const ofProjects: Readonly<Record<string, ByColumn>> = {
  ...{ 1: {}, 2: years('years'), 3: { sum: 'graduates' } },
  ...{ 4: { sum: 'arrived', kilo: true }, 5: { sum: 'spent', kilo: true } },
};

/** Returns the tables of the report on the humanities. Long because its cells are written out. */
const sheke = (): readonly ByTable[] => {
  const from = (...sources: readonly string[]): string =>
    `(${sources.map((one) => `source like '${one}'`).join(' or ')})`;
  const others = ['1001', '1002', '1003', '1005', '1006', '1009', '2002', '2003'];
  const provinces = ['2004', '2005', '2006', '2007', '2008', '30%'];
  const post = (one: string): ByColumn => ({ where: `post = '${one}'` });
  const book = (...types: readonly string[]): ByColumn => ({
    where: `kind = 'book' and type in (${types.map((one) => `'${one}'`).join(', ')})`,
  });
  return [
    {
      code: '1',
      from: 'people',
      rows: byDiscipline,
      columns: {
        ...{
          1: {},
          2: { where: `sex = '2'` },
          3: post('T1'),
          4: post('T2'),
          5: post('T3'),
          6: post('T4'),
        },
        ...{ 7: { where: `degree like '2%'` }, 8: { where: `degree like '3%'` } },
        ...{ 9: { where: `education like '1%'` }, 10: { where: `education like '2%'` } },
      },
    },
    {
      code: '2',
      from: 'people',
      rows: byDiscipline,
      columns: {
        ...{ 1: { where: 'fte > 0' }, 2: { where: 'is_full' }, 3: years('fte') },
        ...{ 4: years('fte1'), 5: years('fte2'), 6: years('fte3') },
      },
    },
    {
      code: '3',
      from: 'money',
      rows: {
        ...{
          '05': received('1004', '1007', '1008'),
          '06': received('2001', '2009'),
          '07': received(...others),
        },
        ...{
          '08': received(...provinces),
          '09': received('40%'),
          '11': received('60%'),
          '12': received('50%'),
        },
        '13': received('2010', '99', ''),
        ...{ '15': spent(`item like '104%'`), '17': spent(`item like '103%' or item = '202'`) },
        ...{
          '18': spent(`item like '102%'`),
          '20': spent(`item like '101%'`),
          '22': spent(`item = '201'`),
        },
        '23': spent(`item in ('203', '') or item like '3%'`),
      },
      columns: yuan,
    },
    {
      code: '5',
      from: 'projects',
      rows: {
        ...{
          '01': from('1004', '1007', '1008'),
          '02': from('2001', '2009'),
          '03': from(...others),
        },
        ...{ '04': from(...provinces), '05': from('40%'), '06': from('60%'), '07': from('50%') },
        '08': from('2010', '99', ''),
      },
      columns: ofProjects,
    },
    { code: '6', from: 'projects', rows: byDiscipline, columns: ofProjects },
    {
      code: '7',
      from: 'outputs',
      rows: byDiscipline,
      columns: {
        ...{
          1: book('01'),
          2: book('02', '03'),
          3: book('05'),
          4: book('07'),
          5: book('08'),
          6: book('06'),
        },
        ...{
          7: book('04'),
          8: book('11'),
          9: { where: `kind = 'paper' and scope in ('2', '3', '')` },
        },
        ...{
          10: { where: `kind = 'paper' and scope = '1'` },
          11: { where: `kind = 'paper' and scope = '4'` },
        },
        ...{ 12: { where: `kind = 'advisory'` }, 13: { where: `kind = 'advisory' and adopted` } },
      },
    },
    {
      code: '9',
      from: 'activities',
      rows: {
        '01': `kind = 'held' and host = '1'`,
        '02': `kind = 'held' and host in ('2', '3')`,
        '03': `kind = 'attended'`,
        '04': `kind = 'attended' and role in ('01', '02', '03', '06')`,
      },
      columns: {
        1: { where: `is_foreign = '1'` },
        2: { where: `coalesce(is_foreign, '') in ('0', '')` },
      },
    },
  ];
};

/**
 * Returns SQL for all cells of a report that are filled from records: rows of values by
 * `table/row/column`.
 */
export const cellStatements = (report: Report, year: number): readonly string[] =>
  (report === 'keji' ? keji(year) : sheke()).map(({ code, from, rows, columns }) => {
    const cells = Object.entries(rows).flatMap(([row, where]) =>
      Object.entries(columns).map(([column, { where: also = 'true', sum, decimals = 0, kilo }]) => {
        const value = sum
          ? `coalesce(sum(${sum}) filter (where (${where}) and (${also})), 0)`
          : `count(*) filter (where (${where}) and (${also}))`;
        return `round(${value}::numeric${kilo ? ' / 1000' : ''}, ${decimals})::text as "${code}/${row}/${column}"`;
      }),
    );
    return `${factsSql(report, year)} select ${cells.join(', ')} from ${from}`;
  });
