import type { Actor } from '@keyan/kernel/access/actor.ts';
import { initialRow } from '@keyan/kernel/definition/field/initial-row.ts';
import type { Kind } from '@keyan/kernel/definition/life/process.ts';
import { Denied, Invalid, Refused } from '@keyan/kernel/errors.ts';
import { type Finding, findingAt, wholeFilePlace } from '@keyan/kernel/finding.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import {
  refusalsApproved,
  routesWithoutApprover,
} from '@keyan/kernel/workflow/deployment/approver.ts';
import { gatewaysThatMayBlock } from '@keyan/kernel/workflow/deployment/exhaustive.ts';
import {
  confirmationOnlySteps,
  impossibleReturns,
} from '@keyan/kernel/workflow/deployment/returns.ts';
import type { Graph } from '@keyan/kernel/workflow/graph.ts';
import { editsOfJudgedFields } from '@keyan/kernel/workflow/judging/rejudge.ts';
import { outcomeTypes } from '@keyan/kernel/workflow/outcome-facts.ts';
import { taskOwnerOf } from '../../workers/person.ts';
import { TaskFailed } from '../../workers/task.ts';
import {
  checkDeadlines,
  checkMatters,
  checkRequirements,
  checkTypes,
  withStoredPeople,
} from '../reading/check.ts';
import { fileLimits } from '../reading/limits.ts';
import type { ReadRouteFile } from '../reading/reader.ts';
import { type FileFindings, Report } from '../reading/report.ts';
import { readRoute } from '../reading/route-task.ts';
import { tooLarge } from '../reading/xml.ts';
import { factTypesOf } from '../runtime/fact-types.ts';
import { sourceFieldsIn } from '../runtime/fact-words.ts';
import type { MatterRegistry } from '../runtime/matters.ts';
import type { WorkflowServices } from '../runtime/port.ts';
import {
  deleteDefinitions,
  deploy,
  type RouteDeployment,
  type RouteVersion,
} from './definitions.ts';
import { kindsByKey } from './keys.ts';

/** Uploaded file. */
export interface RouteFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Byte order mark: the following bytes are UTF-8, whatever the text declares. */
const utf8Mark = '\ufeff';

/**
 * Creates the file of a route from decoded text. The byte order mark declares UTF-8, whatever encoding the XML names.
 */
export const routeFileOf = (name: string, text: string): RouteFile => ({
  name: `${name}.bpmn`,
  bytes: Buffer.from(`${utf8Mark}${text.replace(/^\ufeff/, '')}`),
});

/** Options of deploying files. */
export interface DeployOptions {
  readonly files: readonly RouteFile[];
  /** Category of the routes; left out, that of their kind. */
  readonly category?: string | undefined;
  /** Kind of the routes; left out, found by the key of each file. */
  readonly kind?: string | undefined;
  /** English name of the route; a drawn file has only one name. */
  readonly nameEn?: string;
  /** Id of the version of the actor's tenant from which it was made. */
  readonly base?: string;
  /** Id of the earlier version, in the actor's tenant, that this deployment restores. */
  readonly restores?: string;
  /** Note on the version. */
  readonly remark?: string | undefined;
  /** Tenants to deploy in; empty for the actor's own. */
  readonly tenantIds: readonly string[];
  /** True to check only. */
  readonly dryRun: boolean;
}

/** Result of deploying files. */
export interface DeployOutcome extends FileFindings {
  /** Deployed versions, of the actor's tenant or of the named tenants. */
  readonly definitions: readonly RouteVersion[];
  /** Graph of the first file; undefined if it cannot run. */
  readonly graph?: Graph | undefined;
}

/** Route that passed the checks for a tenant. */
interface Judged {
  readonly tenantId: string;
  readonly kind: Kind;
  readonly xml: string;
  readonly graph: Graph;
  readonly notes: Pick<FileFindings, 'converted' | 'warnings'>;
}

const maxFiles = 20;
const maxTenants = 100;
/** Maximum number of problems in the message; the answer lists all. */
const maxProblemsNamed = 3;

const texts = {
  noKind: [
    '流程标识【{key}】没有对应的业务，请选择业务种类',
    'No kind of record has the process key “{key}”: choose a kind',
  ],
  ofFile: ['文件【{file}】：{text}', 'File “{file}”: {text}'],
  ofTenant: ['租户【{tenant}】：{text}', 'Tenant “{tenant}”: {text}'],
  several: ['流程文件有 {count} 处问题：{text}', 'Problems found in the diagram ({count}): {text}'],
  noTenant: ['租户【{tenant}】不存在', 'There is no tenant “{tenant}”'],
  elsewhere: [
    '只有平台管理员可以为其他租户部署流程',
    'Only the platform administrator may deploy routes for other tenants',
  ],
  files: ['一次最多上传 {most} 个流程文件', 'At most {most} diagrams at a time'],
  tenants: ['一次最多为 {most} 个租户部署', 'At most {most} tenants at a time'],
} as const satisfies Record<string, Label>;

const invalid = (path: string, message: Label): Invalid => new Invalid([{ path, message }]);

/**
 * Reads the files of an upload, each within the size limit of a diagram.
 * @throws Invalid naming the exceeded limit, or for an upload without a file.
 */
export const receiveRouteFiles = async (
  files: AsyncIterable<{ readonly fileName: string; readonly stream: AsyncIterable<Uint8Array> }>,
): Promise<readonly RouteFile[]> => {
  const received: RouteFile[] = [];
  for await (const { fileName, stream } of files) {
    if (received.length >= maxFiles) {
      throw invalid('files', fill(texts.files, { most: maxFiles }));
    }
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of stream) {
      size += part.length;
      const [problem] = size > fileLimits.bytes ? tooLarge().problems : [];
      if (problem) throw invalid('files', problem.text);
      parts.push(part);
    }
    received.push({ name: fileName, bytes: Buffer.concat(parts) });
  }
  if (received.length === 0) {
    throw invalid('files', ['请选择流程文件', 'Choose a diagram file']);
  }
  return received;
};

/**
 * Returns the tenants to deploy in.
 * @throws Denied for other tenants; Invalid for unknown tenants.
 */
const tenantsOf = async (
  engine: WorkflowServices,
  actor: Actor,
  wished: readonly string[],
  elsewhere: boolean,
): Promise<readonly string[]> => {
  const asked = [...new Set(wished)];
  if (asked.every((tenantId) => tenantId === actor.tenantId)) return [actor.tenantId];
  if (!elsewhere) throw new Denied(texts.elsewhere);
  if (asked.length > maxTenants) {
    throw invalid('tenantIds', fill(texts.tenants, { most: maxTenants }));
  }
  // Read as the platform, because no session of a tenant may list tenants.
  const known = await engine.database.read('', (session) =>
    session.query<{ id: string }>(
      'select tenant_id as id from tenant where tenant_id = any($1::text[]) and is_deleted = 0',
      [asked],
    ),
  );
  const ids = new Set(known.map(({ id }) => id));
  const unknown = asked.filter((tenantId) => !ids.has(tenantId));
  if (unknown.length > 0) {
    const path = 'tenantIds';
    throw new Invalid(
      unknown.map((tenant) => ({ path, message: fill(texts.noTenant, { tenant }) })),
    );
  }
  return asked;
};

/** Returns the result of the worker process for a file; a file that it cannot process gets a problem. */
const readIn = async (
  engine: WorkflowServices,
  actor: Actor,
  file: RouteFile,
): Promise<ReadRouteFile> => {
  try {
    return await engine.workers.run(readRoute, new Uint8Array(file.bytes), {
      person: taskOwnerOf(actor),
    });
  } catch (error) {
    if (!(error instanceof TaskFailed)) throw error;
    return {
      problems: [findingAt(wholeFilePlace, error.label)],
      converted: [],
      warnings: [],
      key: '',
      name: '',
      xml: '',
      graph: null,
      asked: { names: [], people: [] },
    };
  }
};

/** Prefixes findings with the file that they are about. */
const labelled = (findings: FileFindings, around: (text: Label) => Label): FileFindings => {
  const of = (list: readonly Finding[]): Finding[] =>
    list.map((one) => ({ ...one, text: around(one.text) }));
  return {
    problems: of(findings.problems),
    converted: of(findings.converted),
    warnings: of(findings.warnings),
  };
};

const joined = (all: readonly FileFindings[]): FileFindings => {
  const report = new Report();
  for (const { problems, converted, warnings } of all) {
    report.add('problems', problems);
    report.add('converted', converted);
    report.add('warnings', warnings);
  }
  return report.findings;
};

/** Joins the first problems to one text. */
const message = (findings: readonly Finding[]): Label => {
  const problems = findings.map(({ text }) => text);
  const [first = ['', '']] = problems;
  if (problems.length <= 1) return first;
  const named = problems.slice(0, maxProblemsNamed);
  const more = problems.length > maxProblemsNamed;
  const text: Label = [
    `${named.map(([zh]) => zh).join('；')}${more ? '；…' : ''}`,
    `${named.map(([, en]) => en).join('; ')}${more ? '; …' : ''}`,
  ];
  return fill(texts.several, { count: problems.length, text });
};

/** Checks one file for one tenant. */
const judge = async (
  engine: WorkflowServices,
  reading: ReadRouteFile,
  kind: Kind,
  tenantId: string,
  matters: MatterRegistry,
): Promise<{ readonly findings: FileFindings; readonly judged: Judged | undefined }> => {
  const report = new Report();
  const outcomes = reading.graph
    ? outcomeTypes(reading.graph, (name) => matters.get(name)?.facts ?? null)
    : [];
  const facts = new Map([...factTypesOf(kind), ...outcomes]);
  const resource = [...engine.resources.values()].find(({ processes }) =>
    processes.includes(kind.process),
  );
  const declared = { fields: kind.fields, facts };
  const stored = await engine.database.read(tenantId, (session) =>
    checkRequirements(session, reading.asked, declared, report),
  );
  const { graph, xml } = reading;
  if (graph) checkTypes(graph, declared, report);
  if (graph) checkDeadlines(graph, declared, report);
  if (graph) checkMatters(graph, matters, report);
  if (graph) {
    report.add('problems', [
      ...routesWithoutApprover(graph),
      ...refusalsApproved(graph),
      ...impossibleReturns(graph),
    ]);
    report.add('warnings', [...gatewaysThatMayBlock(graph), ...confirmationOnlySteps(graph)]);
  }
  if (graph) {
    const blank = initialRow(kind.fields, { id: '0', name: '', departments: [] });
    const sources = sourceFieldsIn({ resource: resource ?? {}, process: kind.process }, blank, {});
    const labelOf = (field: string): Label => kind.fields[field]?.spec.label ?? [field, field];
    report.add('problems', editsOfJudgedFields(graph, sources, labelOf));
  }
  const { findings } = report;
  const notes = {
    converted: [...reading.converted, ...findings.converted],
    warnings: [...reading.warnings, ...findings.warnings],
  };
  const sound = graph && findings.problems.length === 0;
  return {
    findings,
    judged: sound
      ? { tenantId, kind, xml, graph: withStoredPeople(graph, stored), notes }
      : undefined,
  };
};

/**
 * Parses, checks and deploys files, all in every tenant or none: faults are found before the first is stored.
 * @param limits whether the actor may deploy for other tenants, and the matters for which routes may wait.
 * @throws Refused with every problem, conversion and warning as lists; Denied or Invalid for tenants that are not the
 *   actor's or unknown.
 */
export const deployFiles = async (
  engine: WorkflowServices,
  actor: Actor,
  wish: DeployOptions,
  { elsewhere, matters }: { readonly elsewhere: boolean; readonly matters: MatterRegistry },
): Promise<DeployOutcome> => {
  const tenants = await tenantsOf(engine, actor, wish.tenantIds, elsewhere);
  const kinds = kindsByKey(engine.kinds);
  const all: FileFindings[] = [];
  const judged: Judged[] = [];
  for (const file of wish.files) {
    const reading = await readIn(engine, actor, file);
    const ofFile = (text: Label): Label =>
      wish.files.length > 1 ? fill(texts.ofFile, { file: file.name, text }) : text;
    all.push(labelled(reading, ofFile));
    const key = wish.kind ?? reading.key;
    const kind = kinds.get(key);
    if (!kind) {
      if (key !== '') {
        const problem = findingAt(wholeFilePlace, ofFile(fill(texts.noKind, { key })));
        all.push({ problems: [problem], converted: [], warnings: [] });
      }
      continue;
    }
    for (const tenantId of tenants) {
      const found = await judge(engine, reading, kind, tenantId, matters);
      const ofTenant = (text: Label): Label =>
        tenants.length > 1 ? fill(texts.ofTenant, { tenant: tenantId, text }) : text;
      all.push(labelled(found.findings, (text) => ofFile(ofTenant(text))));
      if (found.judged) judged.push(found.judged);
    }
  }
  const findings = joined(all);
  if (wish.dryRun) return { ...findings, definitions: [], graph: judged[0]?.graph };
  if (findings.problems.length > 0) {
    const { problems, converted, warnings } = findings;
    throw new Refused(message(problems), { problems, converted, warnings });
  }
  const by = { id: actor.id, tenantId: actor.tenantId, now: engine.clock() };
  return { ...findings, definitions: await deployAll(engine, tenants, judged, wish, by) };
};

/**
 * Deploys checked routes, one transaction per tenant, since tenants may live in different databases. If one fails, the
 * versions of the tenants before it are deleted again.
 */
const deployAll = async (
  engine: WorkflowServices,
  tenants: readonly string[],
  judged: readonly Judged[],
  { category: asked, nameEn, base, restores, remark }: DeployOptions,
  by: { readonly id: string; readonly tenantId: string; readonly now: Date },
): Promise<readonly RouteVersion[]> => {
  const done: { readonly tenantId: string; readonly definitions: readonly RouteVersion[] }[] = [];
  try {
    for (const tenantId of tenants) {
      const own = judged.filter((one) => one.tenantId === tenantId);
      const definitions = await engine.database.transaction(tenantId, async (tx) => {
        const deployed: RouteVersion[] = [];
        for (const { kind, xml, graph, notes } of own) {
          const { kind: name, category } = kind.process;
          const deployment: RouteDeployment = {
            xml,
            graph,
            kind: name,
            category: asked ?? category,
            notes,
            ...(nameEn === undefined ? {} : { nameEn }),
            remark,
            ...(tenantId === by.tenantId ? { base, restores } : {}),
          };
          deployed.push(await deploy(tx, engine.ids, deployment, by));
        }
        return deployed;
      });
      done.push({ tenantId, definitions });
    }
  } catch (error) {
    for (const { tenantId, definitions } of done) {
      const ids = definitions.map(({ id }) => id);
      await engine.database.transaction(tenantId, (tx) => deleteDefinitions(tx, ids));
    }
    throw error;
  }
  return done.flatMap(({ definitions }) => definitions);
};
