/** A table whose rows belong to a paper, and how a copied row differs from its template's. */
export interface CopiedTable {
  readonly table: string;
  /**
   * SQL of the paper's id; `t` is the row, `i` its process if the table has no column of the paper.
   */
  readonly paper: string;
  /** Columns with the id of a copied row, and the table of that row. */
  readonly pointers?: Readonly<Record<string, string>>;
  /** Columns with arrays of ids of copied rows, and the table of these rows. */
  readonly pointerArrays?: Readonly<Record<string, string>>;
  /** Columns with the id of a person. */
  readonly people?: readonly string[];
  readonly peopleArrays?: readonly string[];
  /** Columns with printed names, by the column of the person's id. */
  readonly names?: Readonly<Record<string, string>>;
  /** Columns with the id of a department. */
  readonly departments?: readonly string[];
  /** SQL of further columns of the template's rows, available in `values`. */
  readonly extra?: Readonly<Record<string, string>>;
  /**
   * SQL of columns whose values differ in the copy, from `t` (template's row) and `g`
   * (`bulk_given`).
   */
  readonly values?: Readonly<Record<string, string>>;
  /** Condition on the rows to copy. */
  readonly where?: string;
}

const linesOfPaper = { paper: 't.parent_id', pointers: { parent_id: 'paper' } } as const;
const ofPaper = { paper: 't.business_id' } as const;
const ofProcess = { paper: 'i.business_id' } as const;
const auditColumns = ['create_user', 'update_user'];

/** SQL of a text in which the title of the paper and the name of a person are replaced. */
const told = (column: string): string =>
  `replace(replace(t.${column}_text, '{title}', g.art_name), '{name}', coalesce(g.cast_names[t.mentioned + 1], ''))`;
const telling = (column: string): string =>
  `replace(replace(t.${column}, p.art_name, '{title}'), coalesce(mentioned.name, '?'), '{name}')`;
const shiftedTime = (column: string): string => `t.${column} - make_interval(days => g.days)`;

/** Age after which messages count as deleted by their recipients. */
const messageLifetime = `interval '400 days'`;
/** Age after which messages count as read. */
const readAfter = `interval '5 days'`;

/** The tables of papers and their lines, each table after the tables that it refers to. */
export const paperTables: readonly CopiedTable[] = [
  {
    table: 'paper',
    paper: 't.id',
    pointers: { process_instance_id: 'wf_instance' },
    people: auditColumns,
    departments: ['fk_dept_id', 'create_dept'],
    values: {
      art_name: 'g.art_name',
      art_name_en: 'g.art_name_en',
      art_name_key: 'g.art_name_key',
      doi: 'g.doi',
      doi_key: 'g.doi_key',
      paper_num: 'g.paper_num',
      stat_year: 'extract(year from t.publish_date - g.days)::smallint',
      first_author: 'g.line_names[1]',
      author_names: `array_to_string(g.line_names, '、')`,
      corr_authors: 'g.corr_authors',
      current_assignee: 'g.current_assignee',
    },
  },
  {
    table: 'paper_authors',
    ...linesOfPaper,
    people: ['user_id'],
    values: {
      name: 'g.line_names[t.sort_order + 1]',
      job_num: 'g.line_codes[t.sort_order + 1]',
      unit: 'case when t.unit = t.department_name then g.dept_name else t.unit end',
    },
  },
  { table: 'paper_projects', ...linesOfPaper },
  { table: 'paper_index_records', ...linesOfPaper },
];

/** Tables with rows about papers: approvals, files, history, messages. */
export const tablesAround: readonly CopiedTable[] = [
  {
    table: 'wf_instance',
    ...ofPaper,
    pointers: { business_id: 'paper' },
    people: ['applicant_id'],
    departments: ['department_id'],
    values: { title: `'论文登记-' || g.art_name` },
  },
  {
    table: 'wf_act',
    ...ofProcess,
    pointers: { instance_id: 'wf_instance' },
    pointerArrays: { previous_ids: 'wf_act' },
  },
  {
    table: 'wf_task',
    ...ofPaper,
    pointers: { business_id: 'paper', instance_id: 'wf_instance', act_id: 'wf_act' },
    people: ['applicant_id', 'assignee_id', 'actor_id'],
    peopleArrays: ['concerned_ids'],
    values: {
      candidates: `array_replace(t.candidates, 'role:dept_secretary@dept:' || t.department,
        'role:dept_secretary@dept:' || g.dept_id)`,
    },
  },
  {
    table: 'wf_log',
    ...ofProcess,
    pointers: { instance_id: 'wf_instance', task_id: 'wf_task', act_id: 'wf_act' },
    people: ['actor_id'],
    names: { actor_name: 'actor_id' },
  },
  {
    table: 'attachment',
    ...ofPaper,
    pointers: { business_id: 'paper', task_id: 'wf_task' },
    people: ['create_user'],
    values: {
      name: `case when t.catalog = '13' then left(g.art_name, 60) || '.' || t.suffix else t.name end`,
    },
  },
  {
    table: 'history',
    ...ofPaper,
    pointers: { business_id: 'paper' },
    people: ['actor_id'],
    names: { actor_name: 'actor_id' },
  },
  {
    table: 'message',
    paper: 't.biz_id',
    pointers: { biz_id: 'paper' },
    people: ['receiver_id'],
    extra: {
      title_zh_text: telling('title_zh'),
      title_en_text: telling('title_en'),
      content_zh_text: telling('content_zh'),
      content_en_text: telling('content_en'),
      mentioned: 'mentioned.place',
      link_head: `regexp_replace(t.link, '(\\d{9,}/?)+$', '')`,
      link_task: `(select s.place from bulk_places s where s.source = 'wf_task'
         and s.old_id = substring(t.link from '/handle/(\\d+)/')::bigint)`,
      link_process: `(select s.place from bulk_places s where s.source = 'wf_instance'
         and s.old_id = substring(t.link from '(\\d+)/\\d+$')::bigint)`,
    },
    values: {
      title_zh: told('title_zh'),
      title_en: told('title_en'),
      content_zh: told('content_zh'),
      content_en: told('content_en'),
      link: `t.link_head || coalesce((g.new_id + t.link_task)::text || '/', '')
        || (g.new_id + t.link_process)::text || '/' || g.new_id::text`,
      status: `case when ${shiftedTime('create_time')} > now() - ${readAfter} then t.status else '1' end`,
      read_time: `case when ${shiftedTime('create_time')} > now() - ${readAfter}
        then ${shiftedTime('read_time')}
        else coalesce(${shiftedTime('read_time')}, ${shiftedTime('create_time')} + interval '5 hours') end`,
    },
    where: `${shiftedTime('create_time')} > now() - ${messageLifetime}`,
  },
];

export const copiedTables = [...paperTables, ...tablesAround];
