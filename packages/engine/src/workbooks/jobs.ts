import { Readable } from 'node:stream';
import type { AttachedFile } from '@keyan/kernel/definition/field/categories.ts';
import { grantsAction } from '@keyan/kernel/definition/permissions.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Fault } from '@keyan/kernel/errors.ts';
import { fill, type Label, type Language, say } from '@keyan/kernel/label.ts';
import type { Query } from '@keyan/kernel/records/query.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { readIn } from '../base/reading.ts';
import type { EngineJob } from '../engine.ts';
import { exportRightsOf } from '../files/rights.ts';
import type { FileService } from '../files/service.ts';
import { currentActorOf, type JobRequester } from '../identity/rights.ts';
import type { RunCounts } from '../jobs/port.ts';
import { exportTable } from './export.ts';
import { importJob } from './import.ts';

/** Export that a person requested: who, what, and in which form. */
export interface ExportWork {
  readonly actor: JobRequester;
  readonly resource: string;
  readonly query: Query;
  readonly columns: readonly string[];
  readonly language: Language;
}

/** Returns the file name of an export: resource and date. */
export const workbookName = (resource: Resource, language: Language, now: Date): string =>
  `${say(resource.label, language)}-${dayText(now)}.xlsx`;

const notMade: Label = ['导出未完成', 'The export failed'];

/** Creates the job of long exports, which are written in the background; a message links to the file. */
export const exportJob = (files: FileService): EngineJob<ExportWork> => ({
  name: 'sheet-export',
  label: ['后台导出', 'Long exports'],
  async run({ data: work }, engine) {
    const resource = engine.resources.get(work.resource);
    const actor = await currentActorOf(engine, work.actor);
    if (!resource || !actor) return { done: 0 };
    const { query, columns, language } = work;
    const tell = async (
      title: Label,
      content: Label,
      made: readonly AttachedFile[] = [],
    ): Promise<RunCounts> => {
      await engine.database.transaction(actor.tenantId, (tx) =>
        engine.messages.send(tx, [{ type: '99', title, content, files: made, to: [actor.id] }]),
      );
      return { done: 1 };
    };
    if (!grantsAction(resource, actor.permissions, 'export')) {
      return tell(
        notMade,
        fill(['您已没有导出【{name}】的权限', 'You no longer have permission to export {name}'], {
          name: resource.label,
        }),
      );
    }
    const write = async (): Promise<AttachedFile> => {
      const content = await readIn(language, () =>
        exportTable(engine, actor, resource, query, columns, language),
      );
      return files.put(actor, {
        fileName: workbookName(resource, language, engine.clock()),
        stream: Readable.from([content]),
        catalog: '99',
        madeWith: exportRightsOf(resource, actor),
      });
    };
    // A fault that the person can correct is reported at once: another attempt would fail again.
    const file = await write().catch((error: unknown) => {
      if (error instanceof Fault) return error;
      throw error;
    });
    if (file instanceof Fault) return tell(notMade, file.label);
    return tell(
      ['导出已完成', 'The export is ready'],
      ['导出已完成，7 天内可下载：', 'The export is ready for seven days:'],
      [file],
    );
  },
});

/** Returns the background jobs of workbooks. */
export const workbookJobs = (files: FileService): readonly EngineJob<never>[] =>
  [importJob, exportJob(files)] as readonly EngineJob<never>[];
