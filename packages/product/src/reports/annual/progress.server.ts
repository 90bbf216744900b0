import { listRows } from '@keyan/engine/commands/read.ts';
import type { ActorCall } from '@keyan/engine/wire/endpoint.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { say } from '@keyan/kernel/label.ts';
import { anyOf } from '@keyan/kernel/records/query.ts';
import { annualPages, annualReport, reportKinds } from './annual-report.ts';
import type { ProgressAnswer } from './answers.ts';
import { annualStatusCodes } from './dictionaries.ts';
import type { ReportKind } from './form.ts';
import { gapsAnswer } from './gaps.server.ts';
import { isReportOpen, mayFill, maySign, reportPartOf } from './reading.server.ts';
import type { ReportRow } from './run.server.ts';

/** Maximum number of reports on a home page. */
const maxReports = 6;

interface Signed {
  readonly colleges: number;
  readonly signed: number;
  readonly lapsed: number;
}

/** Reports in preparation with gaps and signatures, limited to the reader’s departments. */
export const progressOf = async (call: ActorCall): Promise<readonly ProgressAnswer[]> => {
  const { engine, actor, language } = call;
  const part = reportPartOf(call);
  const { collecting, examining, draft } = annualStatusCodes;
  // Colleges see a report once its data collection starts.
  const states = part === null ? [draft, collecting, examining] : [collecting, examining];
  const rows: ReportRow[] = [];
  for (const kind of reportKinds.filter((one) => actor.permissions.has(annualPages[one].code))) {
    const { records } = await listRows({ engine, actor }, untypedResource(annualReport), {
      view: kind,
      where: [anyOf('status', states)],
      sort: [{ field: 'year', descending: true }],
      page: 1,
      size: maxReports,
    });
    rows.push(...(records as unknown as readonly ReportRow[]));
  }
  const answers: ProgressAnswer[] = [];
  for (const row of rows) {
    const { groups } = await gapsAnswer(call, row.id, { current: 1, size: 1 });
    const [counted] = await engine.database.read(actor.tenantId, (session) =>
      session.query<Signed>(
        `select count(*)::int as colleges, count(*) filter (where signed_digest = digest)::int as signed,
                count(*) filter (where signed_digest <> digest)::int as lapsed
           from annual_sign where tenant_id = $1 and report_id = $2 and cardinality(marks) > 0
            and ($3::bigint[] is null or dept_id = any($3))`,
        [actor.tenantId, row.id, part],
      ),
    );
    const { colleges = 0, signed = 0, lapsed = 0 } = counted ?? {};
    answers.push({
      id: row.id,
      name: say([row.name ?? '', row.nameEn ?? ''], language),
      path: annualPages[row.report as ReportKind].path,
      status: row.status ?? '',
      gaps: groups,
      colleges,
      signed,
      lapsed,
      // Hidden from colleges, since checks compare totals of the whole university.
      errors: part === null ? Number(row.errors) : 0,
      unexplained: part === null ? Number(row.unexplained) : 0,
      may: {
        fill: mayFill(call, row) && isReportOpen(row),
        sign: maySign(call, row) && signed < colleges,
      },
    });
  }
  return answers;
};
